import { parseNetwork } from '#config';
import {
  type BudgetValue,
  type PlainSetting,
  type SettingColumns,
  type StoredValues,
  type TokenSettingKind,
  listPlainSettings,
} from '#declarations';
import { type ColumnOptions } from 'typeorm';
import { readStoredBudget, toBudgetValue, toBudgetWindows, writeStoredBudget } from './budget-values.js';

type Kind = keyof StoredValues;

/** A setting in the config file, by its kind. The admin API has the same values with keys in snake_case. */
interface ConfigValues {
  owner: string;
  models: readonly string[];
  networks: readonly string[];
  count: number;
  budget: BudgetValue;
  moment: string;
  retention: { readonly ttlDays: number };
}

interface ColumnKind<One extends Kind> {
  column: ColumnOptions;
  store: (value: ConfigValues[One]) => StoredValues[One];
  read: (stored: StoredValues[One]) => ConfigValues[One];
}

const identity = <Value>(value: Value): Value => value;

/** How each kind of setting is stored. */
export const KINDS: { readonly [One in Kind]: ColumnKind<One> } = {
  owner: { column: { type: 'text' }, store: identity, read: identity },
  models: { column: { type: 'text', array: true }, store: (list) => [...list], read: identity },
  networks: {
    column: { type: 'text', array: true },
    store: (list) => list.map((network) => parseNetwork(network) ?? network),
    read: identity,
  },
  count: { column: { type: 'integer' }, store: identity, read: identity },
  budget: {
    column: { type: 'jsonb', transformer: { to: writeStoredBudget, from: readStoredBudget } },
    store: toBudgetWindows,
    read: toBudgetValue,
  },
  moment: {
    column: { type: 'timestamptz' },
    store: (text) => new Date(text),
    read: (moment) => moment.toISOString(),
  },
  retention: {
    column: { type: 'integer' },
    store: ({ ttlDays }) => ttlDays,
    read: (ttlDays) => ({ ttlDays }),
  },
};

export type Settings = Readonly<Record<string, TokenSettingKind>>;

/** Values of the config file; those that are not set are undefined, or null. */
export type SettingValues<Declared extends Settings> = {
  [Name in keyof Declared as Declared[Name]['kind'] extends Kind ? Name : never]?:
    | ConfigValues[Declared[Name]['kind'] & Kind]
    | null
    | undefined;
};

/** All columns of the settings; null if not set. */
export function toSettingColumns<Declared extends Settings>(
  settings: Declared,
  values: SettingValues<Declared>,
): SettingColumns<Declared> {
  const columns = listPlainSettings(settings).map((plain) => [plain.column, toStored(plain, values) ?? null]);
  return Object.fromEntries(columns) as SettingColumns<Declared>;
}

/** The columns of the given settings. Null removes a setting; an undefined setting has no column in the result. */
export function toGivenSettingColumns<Declared extends Settings>(
  settings: Declared,
  values: SettingValues<Declared>,
): Partial<SettingColumns<Declared>> {
  const columns = listPlainSettings(settings)
    .map((plain) => [plain.column, toStored(plain, values)] as const)
    .filter(([, stored]) => stored !== undefined);
  return Object.fromEntries(columns) as Partial<SettingColumns<Declared>>;
}

/** The stored settings in the form of the config file; undefined if not set. */
export function toSettingValues<Declared extends Settings>(
  settings: Declared,
  entity: SettingColumns<Declared>,
): SettingValues<Declared> {
  const stored = entity as Readonly<Record<string, unknown>>;
  const values = listPlainSettings(settings).map(({ name, column, setting }) => {
    const value = stored[column] ?? undefined;
    const { read } = KINDS[setting.kind] as { read: (stored: unknown) => unknown };
    return [name, value === undefined ? undefined : read(value)];
  });
  return Object.fromEntries(values) as SettingValues<Declared>;
}

function toStored({ name, setting }: PlainSetting, values: object): unknown {
  const value = (values as Readonly<Record<string, unknown>>)[name];
  const { store } = KINDS[setting.kind] as { store: (value: unknown) => unknown };
  return value === undefined || value === null ? value : store(value);
}
