import { isUtf8 } from 'node:buffer';

export interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What is larger than this is not kept: it would burden the database more than it helps anybody. */
export const MAX_KEPT_BYTES = 8 * 1024 * 1024;

interface Label<Facts> {
  facts: Facts;
  encoding: 'utf8' | 'base64';
}

/**
 * As one text, which is what a secret box takes: a label in one line, then the body. Answers that are text, as most
 * are, stay as large as they were.
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
