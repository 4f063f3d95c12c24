import { type AuditEntry, type AuditSubject } from './audit-entry.js';

/** Finds a subject in entries about several subjects, which have a field with one line for each. */
export interface AuditLines {
  action: string;
  field: string;
  /** How the line of the subject can begin. */
  prefixes: readonly string[];
}

/** Entries must match all given filters. */
export interface AuditQuery {
  limit?: number;
  /** Default: newest first. */
  isOldestFirst?: boolean;
  /** The `next` of the previous page. */
  cursor?: string;
  /** The id or the name of the actor. */
  actor?: string;
  action?: string;
  subjectType?: string;
  subjectId?: string;
  /** Entries about this subject, alone or among others. */
  concerning?: { subject: Pick<AuditSubject, 'type' | 'id'>; lines: readonly AuditLines[] };
  /** Inclusive. */
  from?: Date;
  /** Exclusive. */
  to?: Date;
}

export interface AuditPage {
  entries: AuditEntry[];
  /** Undefined on the last page. */
  next?: string;
}
