import { type StoredBudget } from './budget-windows.js';

/** The kinds of token settings. Each layer has one table with an entry for every kind. */
export type TokenSettingKind =
  /** A user, or any other name. */
  | { readonly kind: 'owner' }
  /** Ids of models, or patterns with a `*` at the end. */
  | { readonly kind: 'models' }
  /** IP addresses and CIDRs. */
  | { readonly kind: 'networks' }
  /** A whole number. `unit` is undefined if it is a count. */
  | { readonly kind: 'count'; readonly min: number; readonly max: number; readonly unit?: 'seconds' }
  | { readonly kind: 'budget' }
  | { readonly kind: 'moment' }
  /** A URL and its signing secret, in two columns. */
  | { readonly kind: 'webhook' }
  /** The number of days after which stored content is deleted. */
  | { readonly kind: 'retention'; readonly column: string };

export type SettingKind = TokenSettingKind['kind'];

/**
 * Who may change a setting. Members create tokens for themselves and may change them:
 * - `anyone`: members, too.
 * - `members-reduce`: members, too, but not beyond the value that the token has.
 * - `adminOnly`: only admins, for this reason, which error messages contain.
 * - `own-rule`: `libs/rights` has a rule for this setting.
 */
export type SettingRights = 'anyone' | 'members-reduce' | 'own-rule' | { readonly adminOnly: string };

/** A section of a form in the console. */
export interface FormGroup {
  readonly title: string;
  readonly description?: string;
  /** Describes the content while the section is folded. A section without it is always open. */
  readonly summary?: string;
}

/** The sections of the form for a token, in their order. */
export const TOKEN_FORM_GROUPS = {
  general: { title: 'General' },
  limits: { title: 'Budget and rate limits', description: 'Leave a field empty for no limit.' },
  advanced: {
    title: 'Advanced',
    summary: 'More limits, allowed IP addresses, webhook, response cache',
  },
  recording: { title: 'Recording' },
} as const satisfies Readonly<Record<string, FormGroup>>;

export type TokenSetting = TokenSettingKind & {
  readonly rights: SettingRights;
  /** The section of the form. */
  readonly group: keyof typeof TOKEN_FORM_GROUPS;
  /** The name of the field in the console. */
  readonly label: string;
  /** One or two sentences for the console and the API reference. Undefined if the label is sufficient. */
  readonly description?: string;
  /** The description of the command line's option. */
  readonly help: string;
  /** The text of an empty field in the console. */
  readonly whenEmpty?: string;
};

/** The type of the column for each kind of setting. Webhooks are missing, because they have two columns. */
export interface StoredValues {
  owner: string;
  models: string[];
  networks: string[];
  count: number;
  budget: StoredBudget;
  moment: Date;
  retention: number;
}

type Settings = Readonly<Record<string, TokenSettingKind>>;

/** The property of an entity for a setting: the setting's name, unless it declares another. */
type ColumnOf<Setting, Name> = Setting extends { readonly column: infer Column extends string }
  ? Column
  : Name;

/** The columns of these settings; null if a setting is not set. */
export type SettingColumns<Declared extends Settings> = {
  -readonly [
    Name in keyof Declared as Declared[Name]['kind'] extends keyof StoredValues
      ? ColumnOf<Declared[Name], Name>
      : never
  ]: StoredValues[Declared[Name]['kind'] & keyof StoredValues] | null;
};

/** A setting with one column, and the property for that column. */
export interface PlainSetting {
  readonly name: string;
  readonly column: string;
  readonly setting: TokenSettingKind & { readonly kind: keyof StoredValues };
}

const cache = new WeakMap<Settings, readonly PlainSetting[]>();

/** The settings with one column each. The list is cached, because every token is stored and read with it. */
export function listPlainSettings(settings: Settings): readonly PlainSetting[] {
  const cached = cache.get(settings);
  if (cached !== undefined) return cached;
  const plain = Object.entries(settings).flatMap(([name, setting]) => {
    if (setting.kind === 'webhook') return [];
    return [{ name, column: setting.kind === 'retention' ? setting.column : name, setting }];
  });
  cache.set(settings, plain);
  return plain;
}
