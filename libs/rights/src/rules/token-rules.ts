import { isDeepStrictEqual } from 'node:util';
import { GatewayError } from '#canonical';
import { type WantedChange } from '../wanted-change.js';
import { type EntityFacts, type OwnerLimits, type TokenState } from '../entity-states.js';
import { allowsModel, coversModel } from '../model-list.js';
import { type Principal, confinedTo, isUnlimited } from '../principal.js';
import { needsScope } from '../refusals.js';

type TokenChange = WantedChange<'token'>;
type Facts = EntityFacts['token'];

const MICRO_USD_PER_USD = 1_000_000;

/** Whoever holds a token of an owner reads all that the owner has stored. */
export function checkToken(principal: Principal, { before, after, facts = {} }: TokenChange): void {
  if (isUnlimited(principal) || after === undefined) return;
  if (confinedTo(principal) === undefined) checkForScript(before, after, facts);
  else checkForMember(before, after, facts);
}

/** An admin token with `tokens:write`, but without `*`. */
function checkForScript(before: TokenState | undefined, after: TokenState, facts: Facts): void {
  const owner = before?.owner ?? after.owner;
  if ((before?.owner ?? null) !== after.owner)
    throw needsScope('*', 'a token of an owner reads all that the owner has stored', { param: 'owner' });
  if (differs(before, after, 'contentDays'))
    throw needsScope('*', 'it has prompts and answers kept', { param: 'store_content' });
  const changesWebhook = differs(before, after, 'webhookUrl') || differs(before, after, 'webhookSecret');
  if (owner !== null && changesWebhook)
    throw needsScope('*', 'the webhook of a token with an owner is told what the owner does', {
      param: 'webhook',
    });
  if (before !== undefined && !differs(before, after, 'keyHash')) return;
  if (facts.isKeyGenerated !== true)
    throw needsScope('*', 'only then can the key of a token be chosen', { param: 'key' });
  if (owner !== null)
    throw needsScope('*', 'the key of a token with an owner reads all that the owner has stored', {
      param: 'key',
    });
}

function checkForMember(before: TokenState | undefined, after: TokenState, facts: Facts): void {
  if (differs(before, after, 'contentDays')) {
    throw new GatewayError(
      'forbidden',
      '"store_content" can only be set by an admin: it has prompts and answers kept.',
      { param: 'store_content' },
    );
  }
  const { ownerLimits, room, isKeyGenerated } = facts;
  const hasNewKey = before === undefined || differs(before, after, 'keyHash');
  if (
    ownerLimits === undefined ||
    (before === undefined && room === undefined) ||
    (hasNewKey && !isKeyGenerated)
  )
    throw new Error('the limits of a member are needed to check the change of a token');
  if (before === undefined) refuseWithoutRoom(room);
  else refuseLoosening(before, after);
  if (ownerLimits !== null) refuseAboveOwner(before, after, ownerLimits);
}

function differs(before: TokenState | undefined, after: TokenState, member: keyof TokenState): boolean {
  return !isDeepStrictEqual(before?.[member] ?? null, after[member] ?? null);
}

function refuseWithoutRoom(room: Facts['room']): void {
  if (room === undefined || room.active < room.max) return;
  throw new GatewayError(
    'forbidden',
    `A member may have ${room.max} tokens here. Revoke one that is not needed, or ask an admin for more.`,
    { code: 'too_many_tokens' },
  );
}

/** The limits of a token by their names in the admin API, and whether the new one is no wider. */
const BOUNDS: Readonly<Record<string, (before: TokenState, after: TokenState) => boolean>> = {
  rpm: (before, after) => isNoMore(before.rpm, after.rpm),
  tpm: (before, after) => isNoMore(before.tpm, after.tpm),
  concurrency: (before, after) => isNoMore(before.concurrency, after.concurrency),
  requests_per_day: (before, after) => isNoMore(before.requestsPerDay, after.requestsPerDay),
  budget: (before, after) => isNoLargerBudget(before.budget, after.budget),
  expires_at: (before, after) => isNoMore(before.expiresAt?.getTime(), after.expiresAt?.getTime()),
  models: (before, after) => isNoWider(before.models, after.models, coversModel),
  allowed_ips: (before, after) =>
    isNoWider(before.allowedIps, after.allowedIps, (one, other) => one === other),
};

/** A member must not lift a limit that an admin has set, nor bring back a revoked token. */
function refuseLoosening(before: TokenState, after: TokenState): void {
  const bound = Object.entries(BOUNDS).find(([, isKept]) => !isKept(before, after));
  const param = !before.enabled && after.enabled ? 'enabled' : bound?.[0];
  if (param === undefined) return;
  throw new GatewayError(
    'forbidden',
    `"${param}" can only be made tighter by a member. Ask an admin, or create another token.`,
    { param, code: 'limit_not_yours' },
  );
}

function isNoMore(before: number | null | undefined, after: number | null | undefined): boolean {
  if (before === null || before === undefined) return true;
  return after !== null && after !== undefined && after <= before;
}

function isNoLargerBudget(before: TokenState['budget'], after: TokenState['budget']): boolean {
  if (before === null) return true;
  return after !== null && after.period === before.period && after.microUsd <= before.microUsd;
}

function isNoWider(
  before: readonly string[] | null,
  after: readonly string[] | null,
  covers: (one: string, other: string) => boolean,
): boolean {
  if (before === null) return true;
  return after !== null && after.every((entry) => before.some((one) => covers(one, entry)));
}

const NUMBERS = [
  ['rpm', 'rpm'],
  ['tpm', 'tpm'],
  ['concurrency', 'concurrency'],
  ['requests_per_day', 'requestsPerDay'],
] as const;

/** A token must not promise more than its owner may use with all tokens together. Limits that stay are not looked at. */
function refuseAboveOwner(before: TokenState | undefined, after: TokenState, owner: OwnerLimits): void {
  for (const [param, name] of NUMBERS) {
    const max = owner.limits[name];
    if (max !== undefined && differs(before, after, name) && (after[name] ?? 0) > max)
      throw aboveOwner(param, String(max));
  }
  if (differs(before, after, 'models')) refuseOtherModels(after.models, owner.models);
  const { budget } = owner;
  if (budget === undefined || after.budget === null || !differs(before, after, 'budget')) return;
  if (after.budget.period !== budget.period || after.budget.microUsd <= budget.microUsd) return;
  throw aboveOwner('budget', `$${budget.microUsd / MICRO_USD_PER_USD}`);
}

function refuseOtherModels(models: readonly string[] | null, allowed: OwnerLimits['models']): void {
  const refused = models?.find((model) => !allowsModel(allowed, model));
  if (refused === undefined) return;
  throw new GatewayError(
    'forbidden',
    `"models" cannot have "${refused}": your tokens may use only ${allowed?.join(', ')}. Ask an administrator for more.`,
    { param: 'models', code: 'above_your_limits' },
  );
}

function aboveOwner(param: string, max: string): GatewayError {
  return new GatewayError(
    'forbidden',
    `"${param}" can be ${max} at most: that is what all of your tokens may use together. Ask an administrator for more.`,
    { param, code: 'above_your_limits' },
  );
}
