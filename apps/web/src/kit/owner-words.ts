/** What stands before the id of a token that has no owner, and so is one of its own. */
const TOKEN_OWNER = 'token:';

/** An owner in words: a token that belongs to nobody owns what it made by itself. */
export function ownerInWords(owner: string, tokenName: string | null | undefined): string {
  if (!owner.startsWith(TOKEN_OWNER)) return owner;
  return tokenName == null ? 'None (deleted token)' : `None (token “${tokenName}”)`;
}
