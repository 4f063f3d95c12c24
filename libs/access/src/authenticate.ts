import { GatewayError } from '#canonical';
import { type Token } from './token.js';

export interface Attempt {
  /** What the client presented, if anything. */
  credential: string | undefined;
  address: string;
  nowMs: number;
}

/** Who is asking. Throws the reason why nobody may. */
export function authenticate(
  find: (key: string) => Token | undefined,
  { credential, address, nowMs }: Attempt,
): Token {
  if (credential === undefined || credential === '') {
    throw new GatewayError(
      'missing-credential',
      'No API token was given. Send it as "Authorization: Bearer <token>".',
    );
  }
  const token = find(credential);
  if (token === undefined) throw new GatewayError('unknown-token', 'This API token is not known here.');
  refuseInvalid(token, nowMs);
  if (token.allowedAddresses !== undefined && !token.allowedAddresses.includes(address)) {
    throw new GatewayError('address-not-allowed', 'This API token may not be used from this address.');
  }
  return token;
}

/** A token that was good when it was shown may have been taken back since. */
export function refuseInvalid(token: Token, nowMs: number): void {
  if (token.expiresAtMs <= nowMs) throw new GatewayError('expired-token', describeExpiry(token));
  if (!token.isEnabled) throw new GatewayError('disabled-token', 'This API token has been disabled.');
}

function describeExpiry({ hasOldKey }: Token): string {
  return hasOldKey === true
    ? 'This key was replaced by a new one, and can no longer be used.'
    : 'This API token has expired.';
}
