import { type AuditEntry, type AuditReport, writeAuditHead } from '#audit';
import { type AuditEntryView, type AuditReportView } from './audit.dto.js';

export function viewEntry({ subject, address, requestId, ...entry }: AuditEntry): AuditEntryView {
  return {
    seq: entry.seq,
    at: entry.at.toISOString(),
    actor: entry.actor,
    action: entry.action,
    subject: { type: subject.type, id: subject.id, name: subject.name ?? null },
    changes: entry.changes,
    address: address ?? null,
    request_id: requestId ?? null,
    hash: entry.hash,
  };
}

export function viewReport({ entries, faults, head }: AuditReport): AuditReportView {
  return { entries, faults, head: writeAuditHead(head) };
}
