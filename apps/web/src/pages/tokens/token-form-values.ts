import { type Schema } from '../../api/client.js';
import { fromLocalMinute, toLocalMinute } from '../../kit/period/period.js';
import { type BudgetPeriod } from './budget-period.js';
import { type Token } from './token-queries.js';

/** What stands in a field for a number; nothing is an empty text. */
export type NumberText = number | string;

export interface TokenFormValues {
  name: string;
  owner: string;
  models: string[];
  rpm: NumberText;
  tpm: NumberText;
  concurrency: NumberText;
  requestsPerDay: NumberText;
  budgetUsd: NumberText;
  budgetPeriod: BudgetPeriod;
  /** In the reader's own time, as a field for a date and time has it. */
  expiresAt: string;
  allowedIps: string[];
  webhookUrl: string;
  webhookSecret: string;
  cacheTtlSeconds: NumberText;
  /** Whether prompts and answers are kept, and for how many days. */
  isRecorded: boolean;
  contentDays: NumberText;
}

export const BLANK_TOKEN: TokenFormValues = {
  name: '',
  owner: '',
  models: [],
  rpm: '',
  tpm: '',
  concurrency: '',
  requestsPerDay: '',
  budgetUsd: '',
  budgetPeriod: 'monthly',
  expiresAt: '',
  allowedIps: [],
  webhookUrl: '',
  webhookSecret: '',
  cacheTtlSeconds: '',
  isRecorded: false,
  contentDays: 7,
};

/** The field of the form for each part of the request. */
export const TOKEN_FIELDS: Readonly<Record<string, keyof TokenFormValues>> = {
  name: 'name',
  owner: 'owner',
  models: 'models',
  rpm: 'rpm',
  tpm: 'tpm',
  concurrency: 'concurrency',
  requests_per_day: 'requestsPerDay',
  budget: 'budgetUsd',
  'budget.period': 'budgetPeriod',
  expires_at: 'expiresAt',
  allowed_ips: 'allowedIps',
  webhook: 'webhookUrl',
  'webhook.secret': 'webhookSecret',
  cache_ttl_seconds: 'cacheTtlSeconds',
  store_content: 'contentDays',
  'store_content.ttl_days': 'contentDays',
};

export function toValues(token: Token): TokenFormValues {
  return {
    name: token.name,
    owner: token.owner ?? '',
    models: token.models ?? [],
    rpm: token.rpm ?? '',
    tpm: token.tpm ?? '',
    concurrency: token.concurrency ?? '',
    requestsPerDay: token.requests_per_day ?? '',
    budgetUsd: token.budget?.usd ?? '',
    budgetPeriod: token.budget?.period ?? BLANK_TOKEN.budgetPeriod,
    expiresAt: token.expires_at === null ? '' : toLocalMinute(token.expires_at),
    allowedIps: token.allowed_ips ?? [],
    webhookUrl: token.webhook?.url ?? '',
    webhookSecret: '',
    cacheTtlSeconds: token.cache_ttl_seconds ?? '',
    isRecorded: token.store_content !== null,
    contentDays: token.store_content?.ttl_days ?? BLANK_TOKEN.contentDays,
  };
}

const MAX_NAME_LENGTH = 128;
const OF_COPY = ' copy';

/**
 * What a token begins with that is to be like another: all but its name and its secrets, and no
 * expiry that is over. Nothing of it is recorded unless somebody says so again.
 */
export function toCopy(token: Token, now = Date.now()): TokenFormValues {
  const isOver = token.expires_at !== null && Date.parse(token.expires_at) <= now;
  return {
    ...toValues(token),
    name: `${token.name.slice(0, MAX_NAME_LENGTH - OF_COPY.length).trimEnd()}${OF_COPY}`,
    ...(isOver ? { expiresAt: '' } : {}),
    isRecorded: false,
  };
}

export function toTokenInput(values: TokenFormValues): Schema<'NewTokenInput'> {
  const budgetUsd = getNumber(values.budgetUsd);
  return {
    name: values.name.trim(),
    owner: toText(values.owner),
    models: toListOrNull(values.models),
    rpm: getNumber(values.rpm),
    tpm: getNumber(values.tpm),
    concurrency: getNumber(values.concurrency),
    requests_per_day: getNumber(values.requestsPerDay),
    budget: budgetUsd === null ? null : { usd: budgetUsd, period: values.budgetPeriod },
    expires_at: fromLocalMinute(values.expiresAt) ?? null,
    allowed_ips: toListOrNull(values.allowedIps),
    webhook: getWebhook(values),
    cache_ttl_seconds: getNumber(values.cacheTtlSeconds),
    store_content: values.isRecorded ? { ttl_days: Number(values.contentDays) } : null,
  };
}

/** What a request for a new token says: nothing of what was left blank. */
export function toNewToken(values: TokenFormValues): Schema<'NewTokenInput'> {
  const { name, ...settings } = toTokenInput(values);
  return { name, ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)) };
}

/** Only what is not as it was: a secret that nobody typed again stays, and a moment keeps its seconds. */
export function getChanges(before: TokenFormValues, after: TokenFormValues): Schema<'TokenChangesInput'> {
  const old = new Map(Object.entries(toTokenInput(before)));
  return Object.fromEntries(
    Object.entries(toTokenInput(after)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
    ),
  );
}

function getWebhook({ webhookUrl, webhookSecret }: TokenFormValues): Schema<'WebhookInput'> | null {
  const url = toText(webhookUrl);
  if (url === null) return null;
  const secret = toText(webhookSecret);
  return secret === null ? { url } : { url, secret };
}

function getNumber(text: NumberText): number | null {
  return text === '' ? null : Number(text);
}

function toText(text: string): string | null {
  return text.trim() || null;
}

function toListOrNull(items: readonly string[]): string[] | null {
  return items.length === 0 ? null : [...items];
}
