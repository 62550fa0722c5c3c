// What a hook that only observes would have done beside its verdict. Apart from the shapes of lines, which only readers need.
export const EFFECTS = [
  'context',
  'feedback',
  'message',
  'input',
  'output',
  'permissions',
  'fields',
] as const;
