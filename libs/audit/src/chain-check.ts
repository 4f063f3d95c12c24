import { type AuditHead, GENESIS } from './audit-head.js';
import { type ChainedEntry, getHash } from './chained-entry.js';

/** One thing that is not as it was written. */
export interface AuditFault {
  seq: number;
  what: string;
}

export interface AuditReport {
  /** How many were checked. */
  entries: number;
  /** In the order of the log. */
  faults: AuditFault[];
  head: AuditHead;
}

/** Follows the chain from its beginning, and goes on after each fault to find the others. */
export class ChainCheck {
  private entries = 0;
  private head = GENESIS;
  private readonly faults: AuditFault[] = [];

  /** The chain alone does not know where it ended, nor that all of it was made anew; `expected` does. */
  constructor(private readonly expected: AuditHead = GENESIS) {
    this.compareWithExpected();
  }

  /** Takes the entries in the order of their numbers. */
  next({ hash, ...content }: ChainedEntry): void {
    const { seq } = content;
    this.entries += 1;
    if (seq <= this.head.seq) {
      this.fault(seq, 'has no number of its own');
      return;
    }
    this.checkLink(content);
    if (getHash(content) !== hash) this.fault(seq, 'was changed: its content does not fit its hash');
    this.head = { seq, hash };
    this.compareWithExpected();
  }

  /** To be asked after the last entry. */
  report(): AuditReport {
    const { entries, head, expected } = this;
    const faults = [...this.faults];
    if (expected.seq > head.seq) faults.push(missing(head.seq + 1, expected.seq));
    return { entries, faults, head };
  }

  private checkLink({ seq, previous_hash }: Omit<ChainedEntry, 'hash'>): void {
    const expectedSeq = this.head.seq + 1;
    if (seq > expectedSeq) this.faults.push(missing(expectedSeq, seq - 1));
    else if (previous_hash !== this.head.hash) {
      this.fault(seq, 'does not follow the entry before it: one of the two was replaced');
    }
  }

  private compareWithExpected(): void {
    const { head, expected } = this;
    if (head.seq === expected.seq && head.hash !== expected.hash) {
      this.fault(head.seq, 'is not the one that was written down: it was replaced');
    }
  }

  private fault(seq: number, what: string): void {
    this.faults.push({ seq, what });
  }
}

function missing(first: number, last: number): AuditFault {
  return { seq: first, what: first === last ? 'is missing' : `is missing, with all up to ${last}` };
}
