import { GatewayError } from '#canonical';
import { type Token } from './token.js';

export interface ReceivedCredential {
  /** The token key that the client sent, if any. */
  credential: string | undefined;
  address: string;
  nowMs: number;
}

/** Returns the token of a request. Throws if the request is not allowed to use it. */
export function authenticate(
  find: (key: string) => Token | undefined,
  { credential, address, nowMs }: ReceivedCredential,
): Token {
  if (credential === undefined || credential === '') {
    throw new GatewayError(
      'missing-credential',
      'No API token was provided. Send it as "Authorization: Bearer <token>".',
    );
  }
  const token = find(credential);
  if (token === undefined) throw new GatewayError('unknown-token', 'This API token is invalid.');
  refuseInvalid(token, nowMs);
  if (token.allowedAddresses !== undefined && !token.allowedAddresses.includes(address)) {
    throw new GatewayError('address-not-allowed', 'This API token is not allowed from this IP address.');
  }
  return token;
}

/** Long requests check this again, because the token may have been disabled after it was authenticated. */
export function refuseInvalid(token: Token, nowMs: number): void {
  if (token.expiresAtMs <= nowMs) throw new GatewayError('expired-token', describeExpiry(token));
  if (!token.isEnabled) throw new GatewayError('disabled-token', 'This API token is disabled.');
}

function describeExpiry({ hasOldKey }: Token): string {
  return hasOldKey === true
    ? 'This key was replaced by a new one and is no longer valid.'
    : 'This API token has expired.';
}
