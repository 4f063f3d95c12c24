import { type TokenEntity, toSettingValues } from '#access';
import { MICRO_USD_PER_USD } from '#canonical';
import { TOKEN_SETTINGS, snakeCase } from '#declarations';
import { type TokenSpending } from '#metering';
import { type ConfigOverride } from '#settings';
import { type BudgetStateView } from '../budgets/budget.dto.js';
import { viewOverride } from '../config-file/entry-override.js';
import { type TokenSettingsView } from './setting-fields.js';
import { type OwnerLimitsView, type TokenView } from './token.dto.js';

/** The facts of a view besides the settings. */
interface TokenFacts {
  ownerLimits: OwnerLimitsView | null;
  budgets: BudgetStateView[];
  override?: ConfigOverride | undefined;
}

export function viewToken(
  token: TokenEntity,
  { spentMicroUsd, lastUsedAt }: TokenSpending,
  { ownerLimits, budgets, override }: TokenFacts,
): TokenView {
  return {
    id: token.id,
    name: token.name,
    key_hint: token.keyHint,
    old_key: viewOldKey(token),
    status: getStatus(token),
    origin: token.origin,
    read_only: token.origin === 'file' || token.origin === 'playground',
    override: viewOverride(override),
    ...viewSettings(token),
    owner_limits: ownerLimits,
    budgets,
    spent_usd: spentMicroUsd / MICRO_USD_PER_USD,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
    updated_at: token.updatedAt.toISOString(),
  };
}

/** All settings, with snake_case keys; null if not set. */
function viewSettings(token: TokenEntity): TokenSettingsView {
  const { webhookUrl, webhookSecret } = token;
  const settings = Object.entries(toSettingValues(TOKEN_SETTINGS, token)).map(([name, value]) => [
    snakeCase(name),
    toView(value ?? null),
  ]);
  return {
    ...(Object.fromEntries(settings) as Omit<TokenSettingsView, 'webhook'>),
    webhook: webhookUrl === null ? null : { url: webhookUrl, has_secret: webhookSecret !== null },
  };
}

function toView(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [snakeCase(name), inner as unknown]),
  );
}

/** Whether the token can be used, and if not, why. */
export function getStatus({ enabled, expiresAt }: TokenEntity): TokenView['status'] {
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) return 'expired';
  return enabled ? 'active' : 'revoked';
}

/** An expired key is not shown, even if maintenance has not deleted it yet. */
function viewOldKey({ oldKeyHint: hint, oldKeyUntil: until }: TokenEntity): TokenView['old_key'] {
  if (hint === null || until === null || until.getTime() <= Date.now()) return null;
  return { hint, valid_until: until.toISOString() };
}
