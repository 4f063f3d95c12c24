import { type AuditEntry, type AuditSubject } from './audit-entry.js';

/** Where entries that tell of many things at once name them: in a field that has a line for each. */
export interface AuditLines {
  action: string;
  field: string;
  /** Of the lines that are looked for. */
  beginnings: readonly string[];
}

/** Everything that is given has to be so. */
export interface AuditQuery {
  limit?: number;
  /** Otherwise the newest come first. */
  isOldestFirst?: boolean;
  /** What the page before gave as `next`. */
  cursor?: string;
  /** The id or the name of who did it. */
  actor?: string;
  action?: string;
  subjectType?: string;
  subjectId?: string;
  /** What was done to this subject alone, or to many things of which it is one. */
  concerning?: { subject: Pick<AuditSubject, 'type' | 'id'>; lines: readonly AuditLines[] };
  /** From this moment on. */
  from?: Date;
  /** Up to here, and not this moment itself. */
  to?: Date;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** Undefined where there are no more. */
  next?: string;
}
