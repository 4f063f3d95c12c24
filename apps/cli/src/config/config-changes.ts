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
  { title: 'VALUES', value: ({ values }) => Object.entries(values).map(describeValue).join(', ') },
];

const OVERRIDES: Column<Override>[] = [
  { title: 'KIND', value: ({ kind }) => kind },
  { title: 'NAME', value: ({ name }) => name },
  { title: 'IN FILE', value: ({ declared }) => describeState(declared) },
  { title: 'ACTIVE', value: ({ enabled }) => describeState(enabled) },
  { title: 'BY', value: ({ set_by: by }) => by },
  { title: 'SINCE', value: ({ set_at: at }) => showTime(at) },
];

/** A table of the changes that a file makes. Empty if there are none. */
export function describeChanges(changes: readonly Change[], output: Output): string[] {
  return changes.length === 0 ? [] : output.table(CHANGES, changes);
}

/** A table of the overrides, with the command that removes them. Empty if there are none. */
export function describeOverrides(overrides: readonly Override[], output: Output): string[] {
  if (overrides.length === 0) return [];
  return [
    'Overrides of the config file (remove them with "modelgate config clear-override"):',
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
