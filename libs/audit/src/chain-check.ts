import { type AuditHead, GENESIS } from './audit-head.js';
import { type ChainedEntry, computeHash } from './chained-entry.js';

/** One way in which the log was changed. */
export interface AuditFault {
  seq: number;
  what: string;
}

export interface AuditReport {
  /** The number of checked entries. */
  entries: number;
  /** In the order of the log. */
  faults: AuditFault[];
  head: AuditHead;
}

/** Checks the chain from its beginning, and continues after a fault to find the others. */
export class ChainCheck {
  private entries = 0;
  private head = GENESIS;
  private readonly faults: AuditFault[] = [];

  /** Only the `expected` head can show that the end is missing or that all entries were replaced. */
  constructor(private readonly expected: AuditHead = GENESIS) {
    this.compareWithExpected();
  }

  /** Must be called in the order of `seq`. */
  next({ hash, ...content }: ChainedEntry): void {
    const { seq } = content;
    this.entries += 1;
    if (seq <= this.head.seq) {
      this.addFault(seq, 'has a duplicate number');
      return;
    }
    this.checkLink(content);
    if (computeHash(content) !== hash) this.addFault(seq, 'was changed: its content does not match its hash');
    this.head = { seq, hash };
    this.compareWithExpected();
  }

  /** Must be called after the last entry. */
  report(): AuditReport {
    const { entries, head, expected } = this;
    const faults = [...this.faults];
    if (expected.seq > head.seq) faults.push(toMissingFault(head.seq + 1, expected.seq));
    return { entries, faults, head };
  }

  private checkLink({ seq, previous_hash }: Omit<ChainedEntry, 'hash'>): void {
    const expectedSeq = this.head.seq + 1;
    if (seq > expectedSeq) this.faults.push(toMissingFault(expectedSeq, seq - 1));
    else if (previous_hash !== this.head.hash) {
      this.addFault(seq, 'does not match the previous entry: one of the two was replaced');
    }
  }

  private compareWithExpected(): void {
    const { head, expected } = this;
    if (head.seq === expected.seq && head.hash !== expected.hash) {
      this.addFault(head.seq, 'does not match the given head: it was replaced');
    }
  }

  private addFault(seq: number, what: string): void {
    this.faults.push({ seq, what });
  }
}

function toMissingFault(first: number, last: number): AuditFault {
  return { seq: first, what: first === last ? 'is missing' : `is missing, with all up to ${last}` };
}
