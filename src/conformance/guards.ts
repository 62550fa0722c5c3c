// Type guards for the JSON a vector is made of.
import { isRecord } from '../text/index.js';

export { isRecord };

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

export const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const isListOf =
  <T>(is: (item: unknown) => item is T) =>
  (value: unknown): value is readonly T[] =>
    Array.isArray(value) && value.every((item) => is(item));

export const isMapOf =
  <T>(is: (item: unknown) => item is T) =>
  (value: unknown): value is Readonly<Record<string, T>> =>
    isRecord(value) && Object.values(value).every((item) => is(item));

export const isOneOf =
  <const T>(...choices: readonly T[]) =>
  (value: unknown): value is T =>
    choices.some((choice) => choice === value);
