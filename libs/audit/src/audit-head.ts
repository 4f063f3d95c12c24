/** The last entry of the log at some moment. Who has written it down can tell later whether the log still has it. */
export interface AuditHead {
  seq: number;
  /** In hex. */
  hash: string;
}

/** The head of a log in which nothing is yet: what the first entry follows. */
export const GENESIS: AuditHead = { seq: 0, hash: '0'.repeat(64) };

const HEAD = /^(?<seq>\d{1,15}):(?<hash>[0-9a-f]{64})$/i;

export function writeAuditHead({ seq, hash }: AuditHead): string {
  return `${seq}:${hash}`;
}

/** Undefined where the text is no head. */
export function parseAuditHead(text: string): AuditHead | undefined {
  const { seq, hash } = HEAD.exec(text)?.groups ?? {};
  return hash === undefined ? undefined : { seq: Number(seq), hash: hash.toLowerCase() };
}
