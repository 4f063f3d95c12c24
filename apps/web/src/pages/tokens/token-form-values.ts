import { type Schema } from '../../api/client.js';
import { type Budget } from '../../kit/budget/budget-value.js';
import { type FieldKind, type TokenField } from './token-fields.js';
import { type Token } from './token-queries.js';

/** The value of a number field; `''` if it is blank. */
type NumberText = number | string;

/** The form value of each kind of setting. */
export interface FieldValues {
  owner: string;
  models: string[];
  networks: string[];
  count: NumberText;
  budget: Budget | null;
  /** An ISO time; `''` if it is blank. */
  moment: string;
  webhook: { url: string; secret: string };
  retention: { isOn: boolean; ttl_days: NumberText };
}

/** The value of each kind of setting in the admin API; null if it is not set. */
interface ApiValues {
  owner: Token['owner'];
  models: Token['models'];
  networks: Token['allowed_ips'];
  count: Token['rpm'];
  budget: Budget | null;
  moment: Token['expires_at'];
  webhook: { url: string; secret?: string } | null;
  retention: Token['store_content'];
}

interface FormKind<Kind extends FieldKind> {
  blank: FieldValues[Kind];
  fromApi: (value: NonNullable<ApiValues[Kind]>) => FieldValues[Kind];
  toApi: (value: FieldValues[Kind]) => ApiValues[Kind];
  /** The inputs of a setting that has several. An error that names none of them is shown at the first one. */
  inputs?: readonly string[];
}

const identity = <Value>(value: Value): Value => value;

const KINDS: { readonly [Kind in FieldKind]: FormKind<Kind> } = {
  owner: { blank: '', fromApi: identity, toApi: (text) => text.trim() || null },
  models: { blank: [], fromApi: identity, toApi: toListOrNull },
  networks: { blank: [], fromApi: identity, toApi: toListOrNull },
  count: { blank: '', fromApi: identity, toApi: getNumber },
  budget: { blank: null, fromApi: identity, toApi: identity },
  moment: { blank: '', fromApi: identity, toApi: (moment) => moment || null },
  webhook: {
    blank: { url: '', secret: '' },
    fromApi: ({ url }) => ({ url, secret: '' }),
    toApi: toWebhook,
    inputs: ['url', 'secret'],
  },
  retention: {
    blank: { isOn: false, ttl_days: 7 },
    fromApi: ({ ttl_days: days }) => ({ isOn: true, ttl_days: days }),
    toApi: ({ isOn, ttl_days: days }) => (isOn ? { ttl_days: Number(days) } : null),
    inputs: ['ttl_days'],
  },
};

/** `KINDS` without the types of its values, because the fields are known only at runtime. */
const ANY_KIND = KINDS as unknown as Readonly<Record<FieldKind, FormKind<never> & { blank: unknown }>>;

export interface TokenFormValues {
  name: string;
  /** The form values by setting name. */
  settings: Record<string, unknown>;
}

/** The path of a setting in the form values. */
export function settingPath(name: string, input?: string): string {
  return input === undefined ? `settings.${name}` : `settings.${name}.${input}`;
}

export function blankToken(fields: readonly TokenField[]): TokenFormValues {
  return { name: '', settings: mapFields(fields, ({ kind }) => ANY_KIND[kind].blank) };
}

/** The form field for each path of the request. */
export function tokenFieldPaths(fields: readonly TokenField[]): Record<string, string> {
  const paths = fields.flatMap(({ name, kind }): [string, string][] => {
    const { inputs = [] } = ANY_KIND[kind];
    return [
      [name, settingPath(name, inputs[0])],
      ...inputs.map((input): [string, string] => [`${name}.${input}`, settingPath(name, input)]),
    ];
  });
  return { name: 'name', ...Object.fromEntries(paths) };
}

export function toValues(token: Token, fields: readonly TokenField[]): TokenFormValues {
  const stored = new Map<string, unknown>(Object.entries(token));
  const settings = mapFields(fields, ({ name, kind }) => {
    const value = stored.get(name) ?? null;
    return value === null ? ANY_KIND[kind].blank : ANY_KIND[kind].fromApi(value as never);
  });
  return { name: token.name, settings };
}

const MAX_NAME_LENGTH = 128;
const COPY_SUFFIX = ' copy';

/**
 * The initial values of a duplicate. It has all settings except secrets, an expiry in the past, and recording, which must be
 * turned on deliberately.
 */
export function toCopy(token: Token, fields: readonly TokenField[], now = Date.now()): TokenFormValues {
  const isExpired = token.expires_at !== null && Date.parse(token.expires_at) <= now;
  const copied = { ...token, store_content: null, ...(isExpired ? { expires_at: null } : {}) };
  const name = `${token.name.slice(0, MAX_NAME_LENGTH - COPY_SUFFIX.length).trimEnd()}${COPY_SUFFIX}`;
  return { ...toValues(copied, fields), name };
}

export function toTokenInput(
  { name, settings }: TokenFormValues,
  fields: readonly TokenField[],
): Schema<'NewTokenInput'> {
  const body = mapFields(fields, (field) => ANY_KIND[field.kind].toApi(settings[field.name] as never));
  return { name: name.trim(), ...body };
}

/** The request body for a new token. Blank settings are omitted. */
export function toNewToken(values: TokenFormValues, fields: readonly TokenField[]): Schema<'NewTokenInput'> {
  const { name, ...settings } = toTokenInput(values, fields);
  return { name, ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)) };
}

/** The changed settings only, so that a stored secret is kept and an unchanged time does not lose its seconds. */
export function getChanges(
  before: TokenFormValues,
  after: TokenFormValues,
  fields: readonly TokenField[],
): Schema<'TokenChangesInput'> {
  const old = new Map(Object.entries(toTokenInput(before, fields)));
  return Object.fromEntries(
    Object.entries(toTokenInput(after, fields)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
    ),
  );
}

function mapFields(
  fields: readonly TokenField[],
  toValue: (field: TokenField) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, toValue(field)]));
}

function toWebhook({ url, secret }: FieldValues['webhook']): ApiValues['webhook'] {
  if (url.trim() === '') return null;
  return secret.trim() === '' ? { url: url.trim() } : { url: url.trim(), secret: secret.trim() };
}

function getNumber(text: NumberText): number | null {
  return text === '' ? null : Number(text);
}

function toListOrNull(items: readonly string[]): string[] | null {
  return items.length === 0 ? null : [...items];
}
