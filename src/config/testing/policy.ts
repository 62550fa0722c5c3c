// A machine whose administrator has a policy for hooks.
import type { Generation } from '../../nouns.js';
import { Place } from './place.js';

/** The options that have it read. */
export const managed = {
  claudeSettings: {
    sources: ['user', 'project', 'local'],
    flagFile: null,
    managedFile: '../managed.json',
  },
} as const;

export const ruled = (policy: unknown, more: Readonly<Record<string, unknown>> = {}): Place => {
  const place = new Place();
  place.write('managed.json', { hookPolicy: policy, ...more });
  return place;
};

/** The events that are denied before any hook is asked. */
export const shut = ({ policy }: Generation): readonly string[] => Object.keys(policy.shut).sort();

export const GATES = ['PermissionRequest', 'PreToolUse'];
