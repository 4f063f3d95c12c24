import { type AuditEntry } from './audit-entry.js';

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
