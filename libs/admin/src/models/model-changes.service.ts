import { type AuditEntry, type AuditLines, AuditLog } from '#audit';
import { type Page } from '#database';
import { Injectable } from '@nestjs/common';
import { type AuditEntryView } from '../audit/audit.dto.js';
import { viewEntry } from '../audit/audit.service.js';
import { type ListQuery } from '../input/list-query.dto.js';
import { type ModelView } from './model-view.dto.js';
import { ModelsService } from './models.service.js';

/** What was changed about a model: its settings, the config file, and what is known of it. */
@Injectable()
export class ModelChanges {
  constructor(
    private readonly models: ModelsService,
    private readonly log: AuditLog,
  ) {}

  async list(id: string, query: ListQuery): Promise<Page<AuditEntryView>> {
    const lines = findLines(await this.models.show(id));
    const concerning = { subject: { type: 'model', id }, lines };
    const { entries, next } = await this.log.list({ ...query, concerning });
    return { data: entries.map((entry) => viewEntry(keepLines(entry, lines))), next_cursor: next ?? null };
  }
}

/** By the names that the catalogue has for it, and those that it had if it does not know the model any more. */
function findLines({ id, channels }: ModelView): AuditLines[] {
  const names = channels.flatMap(({ provider, upstream_model: upstream, known }) => [
    `${provider} ${upstream}: `,
    ...(known === null ? [] : [`${known.provider} ${known.id}: `]),
  ]);
  return [
    { action: 'models.update', field: 'models', beginnings: [...new Set(names)] },
    { action: 'config.apply', field: 'entries', beginnings: [`model ${id}: `] },
  ];
}

/** An update tells of hundreds of models. */
function keepLines(entry: AuditEntry, lines: readonly AuditLines[]): AuditEntry {
  const { field = '', beginnings = [] } = lines.find(({ action }) => action === entry.action) ?? {};
  const change = entry.changes[field];
  if (change === undefined || change === 'changed' || !Array.isArray(change.to)) return entry;
  const to = change.to.filter(
    (line) => typeof line === 'string' && beginnings.some((beginning) => line.startsWith(beginning)),
  );
  return { ...entry, changes: { ...entry.changes, [field]: { ...change, to } } };
}
