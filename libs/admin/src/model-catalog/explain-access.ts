export interface ModelAccess {
  /** Whether a channel serves it now. */
  isServed: boolean;
  /** Whether the models for them as a member include it. */
  isAllowed: boolean;
  /** How many tokens of theirs can be used. */
  tokens: number;
  /** How many of those may call it. */
  usable: number;
}

/** Why somebody cannot call a model, in words; null where they can. */
export function explainAccess({ isServed, isAllowed, tokens, usable }: ModelAccess): string | null {
  if (!isServed) return 'No channel serves it now. An administrator can add one that does.';
  if (!isAllowed)
    return 'It is not among the models that you may use here as a member. Ask an administrator.';
  if (usable > 0) return null;
  if (tokens === 0) return 'You have no token that is active. Create one to call it.';
  return tokens === 1
    ? 'Your token is limited to other models. Create another one that may use this, or ask an administrator to change it.'
    : `None of your ${tokens} tokens may use it: each is limited to other models. Create another one, or ask an administrator to change one.`;
}
