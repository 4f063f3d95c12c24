export interface ModelAccess {
  /** Whether a channel serves the model now. */
  isServed: boolean;
  /** Whether the models of the member include it. */
  isAllowed: boolean;
  /** The number of active tokens of the user. */
  tokens: number;
  /** How many of these may call the model. */
  usable: number;
}

/** Why a user cannot call a model; null if they can. */
export function explainAccess({ isServed, isAllowed, tokens, usable }: ModelAccess): string | null {
  if (!isServed) return 'No channel serves this model. An admin can add one.';
  if (!isAllowed) return 'Members are not allowed to use this model. Contact an admin.';
  if (usable > 0) return null;
  if (tokens === 0) return 'You have no active token. Create one to use this model.';
  return tokens === 1
    ? 'Your token is limited to other models. Create a token for this model, or contact an admin.'
    : `All of your ${tokens} tokens are limited to other models. Create a token for this model, or contact an admin.`;
}
