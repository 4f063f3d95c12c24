import { type TokenEntity, coversModel, limitColumns, replaceWebhookSecret } from '#access';
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

type Columns = Partial<TokenEntity>;

/** The settings that bound a token, by what they are called outside, and whether the new one is no wider. */
const BOUNDS: Readonly<Record<string, (before: TokenEntity, after: Columns) => boolean>> = {
  rpm: ({ rpm }, after) => isNoMore(rpm, after.rpm),
  tpm: ({ tpm }, after) => isNoMore(tpm, after.tpm),
  concurrency: ({ concurrency }, after) => isNoMore(concurrency, after.concurrency),
  requests_per_day: ({ requestsPerDay }, after) => isNoMore(requestsPerDay, after.requestsPerDay),
  budget: ({ budget }, after) => isNoLargerBudget(budget, after.budget),
  expires_at: ({ expiresAt }, after) => isNoMore(expiresAt?.getTime(), getTime(after.expiresAt)),
  models: ({ models }, after) => isNoWider(models, after.models, coversModel),
  allowed_ips: ({ allowedIps }, after) =>
    isNoWider(allowedIps, after.allowedIps, (one, other) => one === other),
};

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

/** Throws where a token could do more by these changes: a member must not lift what an admin has set. */
export function refuseLoosening(before: TokenEntity, after: Columns): void {
  const loosened = Object.entries(BOUNDS).find(([, isKept]) => !isKept(before, after));
  if (loosened === undefined) return;
  const [param] = loosened;
  throw new GatewayError(
    'forbidden',
    `"${param}" can only be made tighter by a member. Ask an admin, or create another token.`,
    { param, code: 'limit_not_yours' },
  );
}

/** What is not changed stays; where there was no bound, any will do. */
function isNoMore(before: number | null | undefined, after: number | null | undefined): boolean {
  if (after === undefined || before == null) return true;
  return after !== null && after <= before;
}

function isNoLargerBudget(before: TokenEntity['budget'], after: Columns['budget']): boolean {
  if (after === undefined || before === null) return true;
  return after !== null && after.period === before.period && after.microUsd <= before.microUsd;
}

function isNoWider(
  before: readonly string[] | null,
  after: readonly string[] | null | undefined,
  covers: (one: string, other: string) => boolean,
): boolean {
  if (after === undefined || before === null) return true;
  return after !== null && after.every((entry) => before.some((one) => covers(one, entry)));
}

function getTime(moment: Date | null | undefined): number | null | undefined {
  return moment === undefined || moment === null ? moment : moment.getTime();
}
