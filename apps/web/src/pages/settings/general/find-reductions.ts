import { type SettingEntry } from './setting-catalog.js';
import { type SettingValues, getValue } from './setting-values.js';

/** The settings that are lowered and whose reduction deletes stored data: retention times and storage quotas. */
export function findReductions(
  entries: readonly SettingEntry[],
  before: SettingValues,
  after: SettingValues,
): SettingEntry[] {
  return entries.filter(({ key, kind }) => {
    const isStorage = kind === 'days' || kind === 'quota';
    return isStorage && Number(getValue(after, key)) < Number(getValue(before, key));
  });
}

/** For example "Requests: 90 → 5 days". */
export function describeReduction(
  { key, kind, label }: SettingEntry,
  before: SettingValues,
  after: SettingValues,
): string {
  const [from, to] = [Number(getValue(before, key)), Number(getValue(after, key))];
  const change = [from, to].map((value) => value.toLocaleString('en')).join(' → ');
  return `${label}: ${change}${kind === 'days' ? ' days' : ''}`;
}
