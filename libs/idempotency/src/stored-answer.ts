import { isUtf8 } from 'node:buffer';

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Larger answers are not stored: they would burden the database more than they help anybody. */
export const MAX_STORED_BYTES = 8 * 1024 * 1024;

/** Headers that describe the answer itself. All others belong to one request: its id, its limits, its connection. */
const DESCRIBES_ANSWER = /^(content-type|openai-.+|x-modelgate-.+)$/;

export function pickStoredHeaders(
  headers: Readonly<Record<string, string>>,
  except: readonly string[] = [],
): Record<string, string> {
  const picked = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => DESCRIBES_ANSWER.test(name) && !except.includes(name));
  return Object.fromEntries(picked);
}

interface Label<Facts> {
  facts: Facts;
  encoding: 'utf8' | 'base64';
}

/**
 * Packs an answer as one text, which is what a secret box takes: a label in one line, then the body. Answers that are
 * text, as most are, stay as large as they were.
 */
export function packAnswer<Facts>(facts: Facts, body: Buffer): string {
  const label: Label<Facts> = { facts, encoding: isUtf8(body) ? 'utf8' : 'base64' };
  return `${JSON.stringify(label)}\n${body.toString(label.encoding)}`;
}

export function unpackAnswer<Facts>(packed: string): { facts: Facts; body: Buffer } {
  const labelEnd = packed.indexOf('\n');
  const { facts, encoding } = JSON.parse(packed.slice(0, labelEnd)) as Label<Facts>;
  return { facts, body: Buffer.from(packed.slice(labelEnd + 1), encoding) };
}
