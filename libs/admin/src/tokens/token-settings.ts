import { type TokenEntity, limitColumns, replaceWebhookSecret } from '#access';
import { GatewayError } from '#canonical';
import { parseNetwork } from '#config';
import { type SecretBox, generateWebhookSecret } from '#secrets';
import { type TokenSettings, type WebhookInput } from './token.dto.js';

type Stored = Pick<TokenEntity, 'id' | 'webhookSecret'>;

/** What a row becomes, and what was made up on the way. */
interface AppliedSettings {
  columns: Partial<TokenEntity>;
  madeUpSecret?: string;
}

/** The columns that these settings speak of; those that they do not mention stay as they are. */
export function applySettings(
  settings: TokenSettings,
  stored: Stored,
  secretBox: SecretBox,
): AppliedSettings {
  const { columns: webhook, madeUpSecret } = webhookColumns(settings.webhook, stored, secretBox);
  const columns = {
    owner: settings.owner,
    models: settings.models,
    rpm: settings.rpm,
    tpm: settings.tpm,
    concurrency: settings.concurrency,
    requestsPerDay: settings.requests_per_day,
    budget: budgetColumn(settings),
    expiresAt: momentColumn(settings.expires_at),
    allowedIps: settings.allowed_ips?.map((entry) => parseNetwork(entry) ?? entry) ?? settings.allowed_ips,
    cacheTtlSeconds: settings.cache_ttl_seconds,
    contentDays: settings.store_content === null ? null : settings.store_content?.ttl_days,
    ...webhook,
  };
  return { columns: withoutUndefined(columns), madeUpSecret };
}

function budgetColumn({ budget, budget_usd: usd }: TokenSettings): TokenEntity['budget'] | undefined {
  if (budget != null && usd != null) {
    throw new GatewayError('invalid-value', '"budget_usd" and "budget" exclude each other.', {
      param: 'budget_usd',
    });
  }
  if (budget != null) return limitColumns({ budget }).budget;
  if (usd != null) return limitColumns({ budget: { usd, period: 'total' } }).budget;
  return budget === null || usd === null ? null : undefined;
}

function momentColumn(text: string | null | undefined): Date | null | undefined {
  if (text === undefined || text === null) return text;
  const moment = new Date(text);
  if (moment.getTime() > Date.now()) return moment;
  throw new GatewayError('invalid-value', '"expires_at" must be in the future.', { param: 'expires_at' });
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
  const wanted = secret ?? generateWebhookSecret();
  const webhookSecret = replaceWebhookSecret(secretBox, stored, wanted);
  return { columns: { webhookUrl, webhookSecret }, madeUpSecret: secret == null ? wanted : undefined };
}

function withoutUndefined(columns: Partial<TokenEntity>): Partial<TokenEntity> {
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}
