import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '#canonical';
import {
  type BudgetWindow,
  LIMIT_SETTINGS,
  PLAIN_TOKEN_SETTINGS,
  type StoredBudget,
  type StoredValues,
  TOKEN_SETTINGS,
  type TokenSetting,
  type TokenSettingName,
  isSameWindow,
  listPlainSettings,
  snakeCase,
} from '#declarations';
import { type WantedChange } from '../wanted-change.js';
import { type EntityFacts, type OwnerLimits, type TokenState } from '../entity-states.js';
import { allowsModel, coversModel } from '../model-list.js';
import { type Principal, getOwnerScope, isUnlimited } from '../principal.js';
import { needsScope } from '../refusals.js';

type TokenChange = WantedChange<'token'>;
type Facts = EntityFacts['token'];

const MICRO_USD_PER_USD = 1_000_000;

/** Ownership is restricted, because a token of an owner can read all stored data of the owner. */
export function checkToken(principal: Principal, { before, after, facts = {} }: TokenChange): void {
  if (isUnlimited(principal) || after === undefined) return;
  if (getOwnerScope(principal) === undefined) checkForScript(before, after, facts);
  else checkForMember(before, after, facts);
}

/** An admin token with `tokens:write`, but without `*`. */
function checkForScript(before: TokenState | undefined, after: TokenState, facts: Facts): void {
  const owner = before?.owner ?? after.owner;
  if ((before?.owner ?? null) !== after.owner)
    throw needsScope('*', 'a token of an owner can read all data of the owner', { param: 'owner' });
  const adminOnly = findAdminOnlyChange(before, after);
  if (adminOnly !== undefined) throw needsScope('*', adminOnly.reason, { param: adminOnly.param });
  const changesWebhook = differs(before, after, 'webhookUrl') || differs(before, after, 'webhookSecret');
  if (owner !== null && changesWebhook)
    throw needsScope('*', 'the webhook of a token with an owner receives events of the owner', {
      param: 'webhook',
    });
  if (before !== undefined && !differs(before, after, 'keyHash')) return;
  if (facts.isKeyGenerated !== true)
    throw needsScope('*', 'it is required to choose the key of a token', { param: 'key' });
  if (owner !== null)
    throw needsScope('*', 'the key of a token with an owner can read all data of the owner', {
      param: 'key',
    });
}

function checkForMember(before: TokenState | undefined, after: TokenState, facts: Facts): void {
  const adminOnly = findAdminOnlyChange(before, after);
  if (adminOnly !== undefined) {
    const { param, reason } = adminOnly;
    throw new GatewayError('forbidden', `"${param}" can only be set by an admin, because ${reason}.`, {
      param,
    });
  }
  const { ownerLimits, tokenQuota, isKeyGenerated } = facts;
  const hasNewKey = before === undefined || differs(before, after, 'keyHash');
  if (
    ownerLimits === undefined ||
    (before === undefined && tokenQuota === undefined) ||
    (hasNewKey && !isKeyGenerated)
  )
    throw new Error('the limits of a member are needed to check the change of a token');
  if (before === undefined) refuseTooManyTokens(tokenQuota);
  else refuseWiderSettings(before, after);
  if (ownerLimits !== null) refuseAboveOwner(before, after, ownerLimits);
}

function differs(before: TokenState | undefined, after: TokenState, member: keyof TokenState): boolean {
  return !isDeepStrictEqual(before?.[member] ?? null, after[member] ?? null);
}

function refuseTooManyTokens(quota: Facts['tokenQuota']): void {
  if (quota === undefined || quota.active < quota.max) return;
  throw new GatewayError(
    'forbidden',
    `A member can have at most ${quota.max} tokens. Revoke a token, or contact an admin.`,
    { code: 'too_many_tokens' },
  );
}

/** The changed setting that only admins may set, if any. */
function findAdminOnlyChange(
  before: TokenState | undefined,
  after: TokenState,
): { param: string; reason: string } | undefined {
  const found = listSettings().find(
    ({ rights, column }) => typeof rights === 'object' && differs(before, after, column),
  );
  if (found === undefined || typeof found.rights !== 'object') return undefined;
  return { param: found.param, reason: found.rights.adminOnly };
}

/** The settings of a token with their names in the admin API and in a state. */
function listSettings() {
  return PLAIN_TOKEN_SETTINGS.map(({ name, column, setting }) => ({
    param: snakeCase(name),
    column: column as keyof TokenState,
    kind: setting.kind,
    rights: TOKEN_SETTINGS[name as TokenSettingName].rights as TokenSetting['rights'],
  }));
}

/** Whether a new value of a setting allows no more than the old one, by the kind of the setting. */
const IS_WITHIN: {
  readonly [Kind in keyof StoredValues]: (before: StoredValues[Kind], after: StoredValues[Kind]) => boolean;
} = {
  owner: (before, after) => after === before,
  count: (before, after) => after <= before,
  retention: (before, after) => after <= before,
  moment: (before, after) => after <= before,
  // Every window must stay, with the same or a lower limit. More windows only restrict more.
  budget: (before, after) =>
    before.every((window) =>
      after.some((other) => isSameWindow(other, window) && other.limit <= window.limit),
    ),
  models: (before, after) => after.every((entry) => before.some((one) => coversModel(one, entry))),
  networks: (before, after) => after.every((entry) => before.includes(entry)),
};

/** A setting without a value allows everything. */
function isNoWider(kind: keyof StoredValues, before: unknown, after: unknown): boolean {
  if (before === null || before === undefined) return true;
  const isWithin = IS_WITHIN[kind] as (before: unknown, after: unknown) => boolean;
  return after !== null && after !== undefined && isWithin(before, after);
}

/** A member must not exceed a limit that an admin has set, nor enable a revoked token. */
function refuseWiderSettings(before: TokenState, after: TokenState): void {
  const bounds = listSettings().filter(({ rights }) => rights === 'members-reduce');
  const loosened = bounds.find(({ kind, column }) => !isNoWider(kind, before[column], after[column]));
  const param = !before.enabled && after.enabled ? 'enabled' : loosened?.param;
  if (param === undefined) return;
  throw new GatewayError(
    'forbidden',
    `"${param}" can only be reduced by a member. Contact an admin, or create another token.`,
    { param, code: 'limit_not_yours' },
  );
}

const COUNTED_LIMITS = listPlainSettings(LIMIT_SETTINGS)
  .filter(({ setting }) => setting.kind === 'count')
  .map(({ name }) => name as keyof OwnerLimits['limits']);

/** A token must not allow more than its owner may use with all tokens combined. Only changed limits are checked. */
function refuseAboveOwner(before: TokenState | undefined, after: TokenState, owner: OwnerLimits): void {
  for (const name of COUNTED_LIMITS) {
    const max = owner.limits[name];
    if (max !== undefined && differs(before, after, name) && (after[name] ?? 0) > max)
      throw aboveOwner(snakeCase(name), String(max));
  }
  if (differs(before, after, 'models')) refuseOtherModels(after.models, owner.models);
  if (differs(before, after, 'budget')) refuseLargerBudget(after.budget ?? [], owner.budget ?? []);
}

function refuseLargerBudget(windows: StoredBudget, ownerWindows: StoredBudget): void {
  for (const window of windows) {
    const max = ownerWindows.find((other) => isSameWindow(other, window));
    if (max !== undefined && window.limit > max.limit) throw aboveOwner('budget', describeLimit(max));
  }
}

function describeLimit({ unit, limit, period }: BudgetWindow): string {
  const amount = unit === 'usd' ? `$${limit / MICRO_USD_PER_USD}` : `${limit} ${unit}`;
  return period === 'total' ? amount : `${amount} ${period}`;
}

function refuseOtherModels(models: readonly string[] | null, allowed: OwnerLimits['models']): void {
  const refused = models?.find((model) => !allowsModel(allowed, model));
  if (refused === undefined) return;
  throw new GatewayError(
    'forbidden',
    `"models" must not contain "${refused}": your tokens can use only ${allowed?.join(', ')}. Contact an admin.`,
    { param: 'models', code: 'above_your_limits' },
  );
}

function aboveOwner(param: string, max: string): GatewayError {
  return new GatewayError(
    'forbidden',
    `"${param}" must be at most ${max}, which is the limit for all of your tokens combined. Contact an admin.`,
    { param, code: 'above_your_limits' },
  );
}
