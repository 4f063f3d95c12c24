import { type AuditChanges } from './audit-changes.js';

/** Who made a change. `anonymous` is not signed in. A `schedule` is work that the operator has scheduled. */
export interface AuditActor {
  kind: 'user' | 'admin-token' | 'operator' | 'schedule' | 'anonymous';
  id: string;
  /** The display name at the time of the change. */
  name: string;
}

/** What was changed. */
export interface AuditSubject {
  /** A noun of the admin API, in the singular: `token`. */
  type: string;
  id: string;
  /** The name at the time of the change. */
  name?: string;
}

export interface NewAuditEntry {
  actor: AuditActor;
  /** Noun and verb: `token.create`. */
  action: `${string}.${string}`;
  subject: AuditSubject;
  changes?: AuditChanges;
  /** The client address of the request. */
  address?: string;
  requestId?: string;
}

export interface AuditEntry extends NewAuditEntry {
  /** Counts from 1 without gaps. */
  seq: number;
  at: Date;
  changes: AuditChanges;
  /** Hexadecimal. */
  hash: string;
}
