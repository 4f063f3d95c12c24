import { type Config, type PixelSize, parsePixelSize } from '#config';
import { type BudgetValue, LISTED_SETTINGS, type ListedSetting, type OwnFormKey } from '#declarations';
import { type SettingKey, type SettingValue, type SettingValues } from './setting-values.js';

type ConfigFile = NonNullable<Config['file']>;

/** A value in the config file, and the keys that lead to it. */
export interface FileEntry {
  path: readonly string[];
  value: unknown;
}

interface FileForm<Value> {
  /** Undefined if the file does not have the setting. */
  read: (file: ConfigFile) => Value | undefined;
  write: (value: NonNullable<Value>) => FileEntry[];
}

/** The settings that the config file has in another form than `<section>.<name>`. */
const OWN_FORMS: { readonly [Key in OwnFormKey]: FileForm<SettingValues[Key]> } = {
  'sandbox.enabled': {
    read: ({ sandbox }) => sandbox,
    write: (value) => [{ path: ['sandbox'], value }],
  },
  'budgets.global': { read: readGlobalBudget, write: writeGlobalBudget },
};

function readGlobalBudget({ budgets }: ConfigFile): BudgetValue | undefined {
  if (budgets?.globalUsd === undefined) return budgets?.global;
  return { usd: budgets.globalUsd, period: budgets.period };
}

/** One amount of money is written in its short form. */
function writeGlobalBudget(budget: BudgetValue): FileEntry[] {
  if (!('usd' in budget)) return [{ path: ['budgets', 'global'], value: budget }];
  return [
    { path: ['budgets', 'globalUsd'], value: budget.usd },
    { path: ['budgets', 'period'], value: budget.period },
  ];
}

const OWN_FORMS_BY_KEY = new Map(Object.entries(OWN_FORMS as unknown as Record<string, FileForm<unknown>>));
const FORMS = new Map<string, FileForm<unknown>>(
  LISTED_SETTINGS.map((listed) => [listed.key, getForm(listed)]),
);

function getForm({ key, section, fileName, setting }: ListedSetting): FileForm<unknown> {
  const own = OWN_FORMS_BY_KEY.get(key);
  if (own !== undefined) return own;
  const read = (file: ConfigFile): unknown =>
    (file[section] as Record<string, unknown> | undefined)?.[fileName];
  return {
    read: setting.kind === 'size' ? (file) => formatSize(read(file) as PixelSize | undefined) : read,
    write: (value) => [{ path: [section, fileName], value }],
  };
}

/** The value in the config file; undefined if the file does not have it. */
export function readFromFile(key: SettingKey, file: ConfigFile): unknown {
  return FORMS.get(key)?.read(file);
}

/** A value in the form of the config file. */
export function writeToFile(key: SettingKey, value: SettingValue): FileEntry[] {
  return FORMS.get(key)?.write(value) ?? [];
}

/** The settings of a section as the parsed config file has them; undefined for those that are null. */
export function toFileSection<Section extends 'members' | 'policies'>(
  values: SettingValues,
  section: Section,
): NonNullable<ConfigFile[Section]> {
  const entries = LISTED_SETTINGS.filter((listed) => listed.section === section).map(
    ({ key, fileName, setting }) => [fileName, toParsed(values[key] ?? undefined, setting.kind === 'size')],
  );
  return Object.fromEntries(entries) as NonNullable<ConfigFile[Section]>;
}

function toParsed(value: unknown, isSize: boolean): unknown {
  return isSize && typeof value === 'string' ? parsePixelSize(value) : value;
}

function formatSize(size: PixelSize | undefined): string | undefined {
  return size && `${size.width}x${size.height}`;
}
