import { type TokenEntity, replaceWebhookSecret, toGivenSettingColumns } from '#access';
import { GatewayError } from '#canonical';
import { PLAIN_TOKEN_SETTINGS, TOKEN_SETTINGS, snakeCase } from '#declarations';
import { type SecretBox, generateWebhookSecret } from '#secrets';
import { type WebhookInput } from './setting-fields.js';
import { type TokenSettings } from './token.dto.js';

type Stored = Pick<TokenEntity, 'id' | 'webhookSecret'>;
type SettingValues = Parameters<typeof toGivenSettingColumns<typeof TOKEN_SETTINGS>>[1];

/** The new columns of a token, and the webhook secret if one was generated. */
interface AppliedSettings {
  columns: Partial<TokenEntity>;
  generatedSecret?: string;
}

/** The columns of the given settings. Other columns do not change. */
export function applySettings(
  { budget_usd: usd, ...settings }: TokenSettings,
  stored: Stored,
  secretBox: SecretBox,
): AppliedSettings {
  const { columns: webhook, generatedSecret } = webhookColumns(settings.webhook, stored, secretBox);
  const given = { ...settings, budget: chooseBudget(settings.budget, usd) };
  const columns = toGivenSettingColumns(TOKEN_SETTINGS, toConfigValues(given));
  return { columns: { ...columns, ...webhook }, generatedSecret };
}

/** The values in the form of the config file. Times must be in the future. */
function toConfigValues(settings: Omit<TokenSettings, 'budget_usd'>): SettingValues {
  const given = new Map<string, unknown>(Object.entries(settings));
  const values = PLAIN_TOKEN_SETTINGS.map(({ name, setting: { kind } }) => {
    const param = snakeCase(name);
    const value = given.get(param);
    if (kind === 'moment') requireFuture(param, value);
    return [name, kind === 'retention' ? withCamelCase(value) : value];
  });
  return Object.fromEntries(values) as SettingValues;
}

/** `ttl_days` is `ttlDays` in the config file. */
function withCamelCase(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
    inner as unknown,
  ]);
  return Object.fromEntries(entries) as object;
}

/** `budget_usd` is a shorthand for a total budget. */
function chooseBudget(
  budget: TokenSettings['budget'],
  usd: TokenSettings['budget_usd'],
): TokenSettings['budget'] {
  if (budget != null && usd != null) {
    throw new GatewayError('invalid-value', '"budget_usd" and "budget" cannot be combined.', {
      param: 'budget_usd',
    });
  }
  if (usd != null) return { usd, period: 'total' };
  return budget ?? (usd === null ? null : budget);
}

function requireFuture(param: string, value: unknown): void {
  if (typeof value !== 'string' || Date.parse(value) > Date.now()) return;
  throw new GatewayError('invalid-value', `"${param}" must be in the future.`, { param });
}

function webhookColumns(
  webhook: WebhookInput | null | undefined,
  stored: Stored,
  secretBox: SecretBox,
): AppliedSettings {
  if (webhook === undefined) return { columns: {} };
  if (webhook === null) return { columns: { webhookUrl: null, webhookSecret: null } };
  const { url: webhookUrl, secret } = webhook;
  const keepsSecret = secret === undefined && stored.webhookSecret !== null;
  if (keepsSecret) return { columns: { webhookUrl } };
  const newSecret = secret ?? generateWebhookSecret();
  const webhookSecret = replaceWebhookSecret(secretBox, stored, newSecret);
  return { columns: { webhookUrl, webhookSecret }, generatedSecret: secret == null ? newSecret : undefined };
}
