import { type ConfigDiffView } from '#admin';
import { showTime } from '../frame/format.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';

type Change = ConfigDiffView['changes'][number];
type Override = ConfigDiffView['overrides'][number];

const MAX_VALUE_CHARACTERS = 60;

const CHANGES: Column<Change>[] = [
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'CHANGE', value: ({ change }) => change },
  { title: 'WHAT', value: ({ values }) => Object.entries(values).map(describeValue).join(', ') },
];

const OVERRIDES: Column<Override>[] = [
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'FILE SAYS', value: ({ declared }) => describeState(declared) },
  { title: 'COUNTS', value: ({ enabled }) => describeState(enabled) },
  { title: 'BY', value: ({ set_by: by }) => by },
  { title: 'SINCE', value: ({ set_at: at }) => showTime(at) },
];

/** What a file changes, or would. */
export function describeChanges(changes: readonly Change[], output: Output): string[] {
  return changes.length === 0 ? [] : output.table(CHANGES, changes);
}

/** What was switched against the file, and how to have the file count again. */
export function describeOverrides(overrides: readonly Override[], output: Output): string[] {
  if (overrides.length === 0) return [];
  return [
    'Switched against the config file, until "modelgate config clear-override" clears it:',
    ...output.table(OVERRIDES, overrides),
  ];
}

function describeState(isEnabled: boolean): string {
  return isEnabled ? 'enabled' : 'disabled';
}

function describeValue([field, value]: [string, unknown]): string {
  if (value === 'changed') return `${field} (secret)`;
  const { from, to } = value as { from: unknown; to: unknown };
  return `${field}: ${shorten(from)} → ${shorten(to)}`;
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}
