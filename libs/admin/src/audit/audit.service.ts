import {
  AuditLog,
  parseAuditHead,
  verifyAudit,
  type AuditEntry,
  type AuditReport,
  writeAuditHead,
} from '#audit';
import { Database, type Page } from '#database';
import { Injectable } from '@nestjs/common';
import {
  type AuditEntryView,
  type AuditListQuery,
  type AuditReportView,
  type AuditVerifyQuery,
} from './audit.dto.js';

@Injectable()
export class AuditService {
  /** Checks run one at a time, because each needs a connection of the pool until it ends. */
  private lastCheck: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly log: AuditLog,
  ) {}

  async list({
    subject_type,
    subject_id,
    from,
    to,
    sort,
    ...query
  }: AuditListQuery): Promise<Page<AuditEntryView>> {
    const { entries, next } = await this.log.list({
      ...query,
      isOldestFirst: sort === 'at',
      subjectType: subject_type,
      subjectId: subject_id,
      from: parseMoment(from),
      to: parseMoment(to),
    });
    return { data: entries.map(viewEntry), next_cursor: next ?? null };
  }

  async verify({ head }: AuditVerifyQuery): Promise<AuditReportView> {
    const expected = head === undefined ? undefined : parseAuditHead(head);
    const check = this.lastCheck.then(() => verifyAudit(this.database, expected));
    this.lastCheck = check.catch(() => undefined);
    return viewReport(await check);
  }
}

function parseMoment(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}

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

function viewReport({ entries, faults, head }: AuditReport): AuditReportView {
  return { entries, faults, head: writeAuditHead(head) };
}
