/** The last entry of the log at some time. A recorded head can be compared with the log later. */
export interface AuditHead {
  seq: number;
  /** Hexadecimal. */
  hash: string;
}

/** The head of an empty log, which the first entry follows. */
export const GENESIS: AuditHead = { seq: 0, hash: '0'.repeat(64) };

const HEAD = /^(?<seq>\d{1,15}):(?<hash>[0-9a-f]{64})$/i;

export function writeAuditHead({ seq, hash }: AuditHead): string {
  return `${seq}:${hash}`;
}

/** Undefined if the text is not a head. */
export function parseAuditHead(text: string): AuditHead | undefined {
  const { seq, hash } = HEAD.exec(text)?.groups ?? {};
  return hash === undefined ? undefined : { seq: Number(seq), hash: hash.toLowerCase() };
}
