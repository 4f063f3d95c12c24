import { type Schema } from '../../../api/client.js';
import { type SettingEntry } from './setting-catalog.js';

type Deletion = Schema<'DeletionView'>;

/** Data above these quotas is not deleted at once: the oldest is deleted when the owner stores more. */
const EVICTED_LATER: readonly Deletion['what'][] = ['stored_responses', 'idempotent_responses'];

/** Describes what a change of settings does to stored data, in sentences. */
export function describeDeletions(
  reductions: readonly SettingEntry[],
  deletions: readonly Deletion[],
): string[] {
  const deleted = deletions.filter(({ rows }) => rows !== 0);
  const [later, now] = [deleted.filter(isEvictedLater), deleted.filter((item) => !isEvictedLater(item))];
  const refused = deletions.find(({ what, owners }) => what === 'files_above_quota' && owners !== 0);
  const sentences = [
    ...(now.length === 0 ? [] : [`This deletes ${listDeletions(now)}.`]),
    ...(later.length === 0
      ? []
      : [`When these owners store more, their oldest data is deleted: ${listDeletions(later)}.`]),
    ...(deleted.length === 0 ? [] : ['Deleted data cannot be restored.']),
    ...(refused === undefined ? [] : [describeRefusals(refused)]),
    ...(reductions.some(({ key }) => key === 'responses.retention_days')
      ? ['Responses that are already stored are kept as long as before.']
      : []),
  ];
  return sentences.length > 0 ? sentences : [describeNothing(reductions)];
}

/** Whether saving deletes data, now or later. */
export function deletesData(deletions: readonly Deletion[]): boolean {
  return deletions.some(({ rows }) => rows !== 0);
}

/** For example "1,234 requests in the log". */
export function describeDeletion({ one, many, rows, has_more: hasMore, owners }: Deletion): string {
  if (rows === null) return `more ${many} than could be counted`;
  const count = rows.toLocaleString('en');
  const text = `${hasMore ? 'more than ' : ''}${count} ${rows === 1 && !hasMore ? one : many}`;
  return owners === null ? text : `${text} of ${describeOwners(owners)}`;
}

function isEvictedLater({ what }: Deletion): boolean {
  return EVICTED_LATER.includes(what);
}

function listDeletions(deletions: readonly Deletion[]): string {
  return deletions.map(describeDeletion).join(', ');
}

function describeOwners(owners: number): string {
  return owners === 1 ? '1 owner' : `${owners.toLocaleString('en')} owners`;
}

function describeRefusals({ owners }: Deletion): string {
  const effect = 'have reached the new quota. New files of these owners are refused; no file is deleted.';
  if (owners === null) return `Some owners may ${effect}`;
  if (owners > 1) return `${describeOwners(owners)} ${effect}`;
  return '1 owner has reached the new quota. New files of this owner are refused; no file is deleted.';
}

function describeNothing(reductions: readonly SettingEntry[]): string {
  return reductions.every(({ kind }) => kind === 'quota')
    ? 'No owner is above the new quota, so no stored data is deleted now.'
    : 'No stored data is old enough to be deleted now.';
}
