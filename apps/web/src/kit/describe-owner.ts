/** A token without an owner is its own owner: this prefix and the id of the token. */
const TOKEN_OWNER = 'token:';

/** The display name of an owner. */
export function describeOwner(owner: string, tokenName: string | null | undefined): string {
  if (!owner.startsWith(TOKEN_OWNER)) return owner;
  return tokenName == null ? 'None (deleted token)' : `None (token “${tokenName}”)`;
}
