import { createHmac } from 'node:crypto';

const LIFE_SECONDS = 30 * 60;
/** For clocks that are ahead of the service's. */
const SKEW_SECONDS = 5;

const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** The bearer token: a JWT signed for half an hour if the key is a pair, otherwise the key itself. */
export function createKlingToken(apiKey: string, nowMs: number = Date.now()): string {
  const end = apiKey.indexOf(':');
  if (end === -1) return apiKey;
  const now = Math.floor(nowMs / 1000);
  const claims = { iss: apiKey.slice(0, end), exp: now + LIFE_SECONDS, nbf: now - SKEW_SECONDS };
  const signed = `${HEADER}.${encode(claims)}`;
  const signature = createHmac('sha256', apiKey.slice(end + 1)).update(signed);
  return `${signed}.${signature.digest('base64url')}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
