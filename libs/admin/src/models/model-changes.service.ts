import { type AuditEntry, type AuditLines, AuditLog } from '#audit';
import { type Page } from '#database';
import { Injectable } from '@nestjs/common';
import { type AuditEntryView } from '../audit/audit.dto.js';
import { viewEntry } from '../audit/audit.service.js';
import { type ListQuery } from '../input/list-query.dto.js';
import { type ModelView } from './model-view.dto.js';
import { ModelsService } from './models.service.js';

/** The changes of a model: of its settings, of the config file, and of the catalog. */
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
    return { data: entries.map((entry) => viewEntry(filterLines(entry, lines))), next_cursor: next ?? null };
  }
}

/** The lines with the names of the model in the catalog, and its upstream names in case the catalog no longer has it. */
function findLines({ id, channels }: ModelView): AuditLines[] {
  const names = channels.flatMap(({ provider, upstream_model: upstream, known }) => [
    `${provider} ${upstream}: `,
    ...(known === null ? [] : [`${known.provider} ${known.id}: `]),
  ]);
  return [
    { action: 'models.update', field: 'models', prefixes: [...new Set(names)] },
    { action: 'config.apply', field: 'entries', prefixes: [`model ${id}: `] },
  ];
}

/** Removes the lines about other models: an update can change hundreds of models. */
function filterLines(entry: AuditEntry, lines: readonly AuditLines[]): AuditEntry {
  const { field = '', prefixes = [] } = lines.find(({ action }) => action === entry.action) ?? {};
  const change = entry.changes[field];
  if (change === undefined || change === 'changed' || !Array.isArray(change.to)) return entry;
  const to = change.to.filter(
    (line) => typeof line === 'string' && prefixes.some((prefix) => line.startsWith(prefix)),
  );
  return { ...entry, changes: { ...entry.changes, [field]: { ...change, to } } };
}
