import { type TokenEntity } from '#access';
import { MICRO_USD_PER_USD } from '#canonical';
import { type TokenSpending } from '#metering';
import { type ConfigOverride } from '#settings';
import { viewOverride } from '../config-file/entry-override.js';
import { type OwnerLimitsView, type TokenView } from './token.dto.js';

/** What is known of a token beside its settings. */
interface TokenFacts {
  ownerLimits: OwnerLimitsView | null;
  override?: ConfigOverride | undefined;
}

export function viewToken(
  token: TokenEntity,
  { spentMicroUsd, lastUsedAt }: TokenSpending,
  { ownerLimits, override }: TokenFacts,
): TokenView {
  const { budget, webhookUrl } = token;
  return {
    id: token.id,
    name: token.name,
    key_hint: token.keyHint,
    old_key: viewOldKey(token),
    status: getStatus(token),
    origin: token.origin,
    read_only: token.origin === 'file' || token.origin === 'playground',
    override: viewOverride(override),
    owner: token.owner,
    models: token.models,
    rpm: token.rpm,
    tpm: token.tpm,
    concurrency: token.concurrency,
    requests_per_day: token.requestsPerDay,
    budget: budget === null ? null : { usd: budget.microUsd / MICRO_USD_PER_USD, period: budget.period },
    owner_limits: ownerLimits,
    expires_at: token.expiresAt?.toISOString() ?? null,
    allowed_ips: token.allowedIps,
    webhook: webhookUrl === null ? null : { url: webhookUrl, has_secret: token.webhookSecret !== null },
    cache_ttl_seconds: token.cacheTtlSeconds,
    store_content: token.contentDays === null ? null : { ttl_days: token.contentDays },
    spent_usd: spentMicroUsd / MICRO_USD_PER_USD,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
    updated_at: token.updatedAt.toISOString(),
  };
}

/** Whether it can be used, and if not, why. */
export function getStatus({ enabled, expiresAt }: TokenEntity): TokenView['status'] {
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) return 'expired';
  return enabled ? 'active' : 'revoked';
}

/** What is over is gone, also before maintenance has come by. */
function viewOldKey({ oldKeyHint: hint, oldKeyUntil: until }: TokenEntity): TokenView['old_key'] {
  if (hint === null || until === null || until.getTime() <= Date.now()) return null;
  return { hint, valid_until: until.toISOString() };
}
