import { type AuditActor, type AuditEntry, type NewAuditEntry } from './audit-entry.js';
import { type AuditChanges } from './audit-changes.js';
import { type AuditHead } from './audit-head.js';
import { type ChainedEntry, computeHash } from './chained-entry.js';
import { toStorableJson, toStorableText } from './storable-json.js';

/** SQL that formats a timestamp as the text that is hashed. */
export const formatExactTime = (timestamp: string): string =>
  `to_char(${timestamp} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** Selects every member of a ChainedEntry. */
export const SELECT_ENTRIES = `
  SELECT seq::float8, ${formatExactTime('at')} AS at, actor, action, subject_type, subject_id, subject_name, changes, address,
    request_id, encode(previous_hash, 'hex') AS previous_hash, encode(hash, 'hex') AS hash
  FROM audit_entries`;

export const INSERT_ENTRY = `
  INSERT INTO audit_entries (seq, at, actor, action, subject_type, subject_id, subject_name, changes, address,
    request_id, previous_hash, hash)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, decode($11, 'hex'), decode($12, 'hex'))`;

export function getParameters(entry: ChainedEntry): unknown[] {
  return [
    entry.seq,
    entry.at,
    JSON.stringify(entry.actor),
    entry.action,
    entry.subject_type,
    entry.subject_id,
    entry.subject_name,
    JSON.stringify(entry.changes),
    entry.address,
    entry.request_id,
    entry.previous_hash,
    entry.hash,
  ];
}

/** The row of an entry that follows this head. */
export function chainEntry(entry: NewAuditEntry, head: AuditHead, at: string): ChainedEntry {
  const { actor, action, subject, changes, address, requestId } = entry;
  const content = {
    seq: head.seq + 1,
    at,
    actor: toStorableJson({ kind: actor.kind, id: actor.id, name: actor.name }),
    action: toStorableText(action),
    subject_type: toStorableText(subject.type),
    subject_id: toStorableText(subject.id),
    subject_name: toNullableText(subject.name),
    changes: toStorableJson(changes ?? {}),
    address: toNullableText(address),
    request_id: toNullableText(requestId),
    previous_hash: head.hash,
  };
  return { ...content, hash: computeHash(content) };
}

export function toEntry(row: ChainedEntry): AuditEntry {
  const { subject_name: name, address, request_id: requestId } = row;
  return {
    seq: row.seq,
    at: new Date(row.at),
    actor: row.actor as unknown as AuditActor,
    action: row.action as AuditEntry['action'],
    subject: { type: row.subject_type, id: row.subject_id, ...(name === null ? {} : { name }) },
    changes: row.changes as AuditChanges,
    ...(address === null ? {} : { address }),
    ...(requestId === null ? {} : { requestId }),
    hash: row.hash,
  };
}

function toNullableText(text: string | undefined): string | null {
  return text === undefined ? null : toStorableText(text);
}
