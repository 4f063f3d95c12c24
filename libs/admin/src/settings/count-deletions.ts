import { getCutoff, hasPeriod } from '#database';
import { DELETED_DATA, type DeletedData } from '#declarations';
import { type Maintenance } from '#jobs';
import { type StorageAmount } from '#quotas';
import { type SettingValues, quotaSettings } from '#settings';
import {
  type DeletionCountsRepository,
  type EvictedKind,
  type QuotaCount,
  type RowCount,
} from './deletion-counts.repository.js';
import { type DeletionView } from './settings.dto.js';

interface SettingsChange {
  before: SettingValues;
  after: SettingValues;
}

interface DeletionSources {
  counts: DeletionCountsRepository;
  /** The tables of all libraries. */
  maintenance: Pick<Maintenance, 'tables'>;
}

const EVICTED: Readonly<Record<EvictedKind, DeletedData>> = {
  responses: 'stored_responses',
  answers: 'idempotent_responses',
  cachedAnswers: 'cached_responses',
};

/** Counts what lower retention periods and quotas delete or refuse, in the order of `DELETED_DATA`. */
export async function countDeletions(
  { counts, maintenance }: DeletionSources,
  change: SettingsChange,
  now: Date,
): Promise<DeletionView[]> {
  const views = [
    ...(await countExpired(counts, maintenance.tables, change, now)),
    ...(await countAboveQuota(counts, change)),
  ];
  const names = Object.keys(DELETED_DATA);
  return views.toSorted((one, other) => names.indexOf(one.what) - names.indexOf(other.what));
}

async function countExpired(
  counts: DeletionCountsRepository,
  tables: Maintenance['tables'],
  { before, after }: SettingsChange,
  now: Date,
): Promise<DeletionView[]> {
  const views: DeletionView[] = [];
  for (const retention of tables.filter(hasPeriod)) {
    if (retention.getDays(after) >= retention.getDays(before)) continue;
    const count = await counts.countOlder(retention, getCutoff(retention, after, now));
    views.push(viewCount(retention.deletes, count));
  }
  return views;
}

async function countAboveQuota(
  counts: DeletionCountsRepository,
  change: SettingsChange,
): Promise<DeletionView[]> {
  const [before, after] = [quotaSettings(change.before), quotaSettings(change.after)];
  const views: DeletionView[] = [];
  for (const [kind, what] of Object.entries(EVICTED) as [EvictedKind, DeletedData][])
    if (isLower(after[kind], before[kind]))
      views.push(viewQuotaCount(what, await counts.countEvictions(kind, after[kind])));
  if (isLower(after.media, before.media))
    views.push(viewQuotaCount('files_above_quota', await counts.countOwnersWithoutRoom(after.media)));
  return views;
}

function isLower(after: StorageAmount, before: StorageAmount): boolean {
  return after.items < before.items || after.bytes < before.bytes;
}

function viewCount(what: DeletedData, { rows, hasMore }: RowCount): DeletionView {
  const [one, many] = DELETED_DATA[what];
  return { what, one, many, rows: rows ?? null, has_more: hasMore, owners: null };
}

function viewQuotaCount(what: DeletedData, count: QuotaCount): DeletionView {
  return { ...viewCount(what, count), owners: count.owners ?? null };
}
