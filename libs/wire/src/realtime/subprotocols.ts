import { GatewayError } from '#canonical';

const SPOKEN_PROTOCOL = 'realtime';
const TOKEN_PREFIX = 'openai-insecure-api-key.';
const CLIENT_SECRET_PREFIX = 'ek_';

/** The subprotocols that a client offers, in its order. */
export function readSubprotocols(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((protocol) => protocol.trim())
    .filter((protocol) => protocol !== '');
}

/** Browsers cannot set headers on a WebSocket, so their token travels as a subprotocol. */
export function tokenInSubprotocols(protocols: readonly string[]): string | undefined {
  const tokens = protocols
    .filter((protocol) => protocol.startsWith(TOKEN_PREFIX))
    .map((protocol) => protocol.slice(TOKEN_PREFIX.length))
    .filter((token) => token !== '');
  const [first, ...others] = new Set(tokens);
  if (others.length === 0) return first;
  throw new GatewayError('invalid-value', 'Sec-WebSocket-Protocol holds two different tokens.', {
    param: 'Sec-WebSocket-Protocol',
  });
}

/** The only subprotocol that is ever echoed: another one may hold a token. */
export function subprotocolToEcho(protocols: Iterable<string>): typeof SPOKEN_PROTOCOL | undefined {
  return [...protocols].includes(SPOKEN_PROTOCOL) ? SPOKEN_PROTOCOL : undefined;
}

/** Whether a token is one of the short-lived ones that are made for a single session. */
export function isClientSecret(token: string): boolean {
  return token.startsWith(CLIENT_SECRET_PREFIX);
}
