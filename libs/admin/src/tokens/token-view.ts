import { type TokenEntity } from '#access';
import { MICRO_USD_PER_USD } from '#canonical';
import { type TokenSpending } from '#metering';
import { type TokenView } from './token.dto.js';

export function viewToken(token: TokenEntity, { spentMicroUsd, lastUsedAt }: TokenSpending): TokenView {
  const { budget, webhookUrl } = token;
  return {
    id: token.id,
    name: token.name,
    key_hint: token.keyHint,
    status: getStatus(token),
    origin: token.origin,
    read_only: token.origin === 'file',
    owner: token.owner,
    models: token.models,
    rpm: token.rpm,
    tpm: token.tpm,
    concurrency: token.concurrency,
    requests_per_day: token.requestsPerDay,
    budget: budget === null ? null : { usd: budget.microUsd / MICRO_USD_PER_USD, period: budget.period },
    expires_at: token.expiresAt?.toISOString() ?? null,
    allowed_ips: token.allowedIps,
    webhook: webhookUrl === null ? null : { url: webhookUrl, has_secret: token.webhookSecret !== null },
    cache_ttl_seconds: token.cacheTtlSeconds,
    spent_usd: spentMicroUsd / MICRO_USD_PER_USD,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
    updated_at: token.updatedAt.toISOString(),
  };
}

export function getStatus({ enabled, expiresAt }: TokenEntity): TokenView['status'] {
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) return 'expired';
  return enabled ? 'active' : 'revoked';
}
