import { isUtf8 } from 'node:buffer';

export interface IdempotentResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Larger responses are not stored, to limit the load of the database. */
export const MAX_STORED_BYTES = 8 * 1024 * 1024;

/** Headers that describe the response itself. Other headers belong to one request: its id, limits and connection. */
const STORED_HEADER = /^(content-type|openai-.+|x-modelgate-.+)$/;

export function pickStoredHeaders(
  headers: Readonly<Record<string, string>>,
  except: readonly string[] = [],
): Record<string, string> {
  const picked = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => STORED_HEADER.test(name) && !except.includes(name));
  return Object.fromEntries(picked);
}

interface Envelope<Facts> {
  facts: Facts;
  encoding: 'utf8' | 'base64';
}

/**
 * Packs a response as one string, which `SecretBox` accepts: a line of facts, then the body. Text, which most responses
 * are, does not grow.
 */
export function packResponse<Facts>(facts: Facts, body: Buffer): string {
  const envelope: Envelope<Facts> = { facts, encoding: isUtf8(body) ? 'utf8' : 'base64' };
  return `${JSON.stringify(envelope)}\n${body.toString(envelope.encoding)}`;
}

export function unpackResponse<Facts>(packed: string): { facts: Facts; body: Buffer } {
  const envelopeEnd = packed.indexOf('\n');
  const { facts, encoding } = JSON.parse(packed.slice(0, envelopeEnd)) as Envelope<Facts>;
  return { facts, body: Buffer.from(packed.slice(envelopeEnd + 1), encoding) };
}
