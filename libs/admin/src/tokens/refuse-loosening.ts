import { type TokenEntity } from '#access';
import { GatewayError } from '#canonical';

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

/** Both may end with a star. */
function coversModel(one: string, other: string): boolean {
  return one.endsWith('*') ? other.startsWith(one.slice(0, -1)) : one === other;
}

function getTime(moment: Date | null | undefined): number | null | undefined {
  return moment === undefined || moment === null ? moment : moment.getTime();
}
