import { costMicroUsd } from './setup.mjs';

const DIED = 'process-died';
/** The tolerance for the times of kills, because the machine is busy. */
const SLACK_MS = 3_000;
/** The allowed statuses if the upstream failed or the gateway is overloaded. */
const ALLOWED_STATUSES = [502, 503, 504, 529];
const MAX_ERROR_P95 = 0.25;
/** For fewer tokens, a difference of one is a large share. */
const MIN_TOKENS = 20;

const describe = ({ plan, entry, rows, seen }) =>
  `stream ${plan.index} (${plan.clientFormat} to ${plan.upstream}, client cuts: ${plan.client.cut}, upstream cuts: ${plan.service.cut}): ` +
  `upstream ${JSON.stringify(entry)}, client ${JSON.stringify(seen)}, rows ${JSON.stringify(rows)}`;

/** The checks of each stream. */
const STREAM_CHECKS = [
  {
    name: 'every request that the upstream received has exactly one row',
    isBroken: ({ entry, rows }) => entry !== undefined && (entry.requests !== 1 || rows.length !== 1),
  },
  {
    name: 'every row belongs to a request that the upstream received, or that was aborted before it arrived',
    isBroken: (stream) => stream.entry === undefined && stream.rows.length > 0 && !isCutOffOnTheWay(stream),
  },
  {
    name: 'the row has the request id of the response',
    isBroken: ({ seen, rows }) =>
      seen.requestId !== undefined && rows.some(({ requestId }) => requestId !== seen.requestId),
  },
  {
    name: 'a response that the client received completely has an exact row, even if the process was killed',
    isBroken: ({ seen, entry, plan, rows: [row] }) =>
      seen.isWhole &&
      seen.status === 200 &&
      entry?.hasUsage &&
      !(row?.outcome === 'ok' && isExact(row, plan)),
  },
  {
    name: 'usage that was sent while the client was connected is exact, unless the process was killed',
    isBroken: ({ seen, entry, plan, rows: [row] }) =>
      entry?.hasUsage &&
      (!seen.hasLeft || seen.hasUsage || seen.hasLast) &&
      row !== undefined &&
      row.outcome !== DIED &&
      !isExact(row, plan),
  },
  {
    name: 'every other row is marked as estimated, or has no usage',
    isBroken: ({ plan, rows }) =>
      rows.some((row) => !isExact(row, plan) && !row.isEstimated && !isNothing(row)),
  },
  {
    name: 'the outcome is process-died only if the process was killed',
    isBroken: (stream) => stream.rows.some(({ outcome }) => outcome === DIED) && !wasKilled(stream),
  },
  {
    name: 'the cost of every row follows from its tokens',
    isBroken: ({ rows }) => rows.some((row) => row.costMicroUsd !== costMicroUsd(row)),
  },
  {
    name: 'clients receive only correct statuses',
    isBroken: ({ seen }) =>
      seen.hasTimedOut ||
      seen.isUnheard ||
      (seen.status !== undefined && seen.status !== 200 && !ALLOWED_STATUSES.includes(seen.status)),
  },
];

/** Runs all checks and returns their violations. */
export function checkAll(evidence) {
  const { streams } = evidence;
  return [
    ...STREAM_CHECKS.map(({ name, isBroken }) => ({
      name,
      violations: streams.filter((stream) => isBroken(stream)).map(describe),
    })),
    ...wholeChecks(evidence).map(([name, ...violations]) => ({
      name,
      violations: violations.filter((violation) => violation !== undefined),
    })),
  ];
}

function wholeChecks({ streams, upstream, storedUsage, ledger, spools, gateways }) {
  const known = streams.reduce((sum, { rows }) => sum + rows.length, 0);
  const { rows, costMicroUsd: cost, revenueMicroUsd: revenue } = storedUsage.sums;
  const { p95 } = estimateErrors(streams, tokensBeyondBothSides);
  return [
    [
      'there are as many rows as requests that the upstream received or that were aborted before they arrived',
      difference(rows, upstream.received + streams.filter(isCutOffOnTheWay).length),
      difference(rows, known),
    ],
    ['the revenue in the ledger is the cost of the rows', difference(revenue, cost)],
    ['`modelgate ledger verify` finds nothing', ledger.code === 0 ? undefined : ledger.said],
    ['no usage is left in the data folder', spools.length === 0 ? undefined : spools.join(', ')],
    [
      'no process ended that was not killed',
      ...gateways.flatMap(({ ownEnds, failedStarts }) => [...ownEnds, ...failedStarts]),
    ],
    [
      `95% of the estimates are between the tokens that the client received and those that the upstream sent, within ${MAX_ERROR_P95 * 100} %`,
      p95 === undefined || p95 <= MAX_ERROR_P95 ? undefined : `${(p95 * 100).toFixed(1)} %`,
    ],
  ];
}

function difference(found, expected) {
  return found === expected ? undefined : `${found}, not ${expected}`;
}

export function isExact({ isEstimated, inputTokens, outputTokens }, plan) {
  return !isEstimated && inputTokens === plan.inputTokens && outputTokens === plan.tokens;
}

function isNothing({ inputTokens, outputTokens, outcome }) {
  return !inputTokens && !outputTokens && outcome !== 'ok';
}

/** Its row was stored, but the client disconnected or the process was killed before it was sent. */
export function isCutOffOnTheWay(stream) {
  const { entry, rows, seen } = stream;
  if (entry !== undefined || rows.length !== 1) return false;
  const [{ outcome }] = rows;
  return outcome === DIED ? wasKilled(stream) : outcome === 'client-gone' && seen.hasLeft === true;
}

function wasKilled({ seen, killedAt }) {
  return killedAt.some((at) => at > seen.startedAt - SLACK_MS && at < seen.endedAt + SLACK_MS);
}

/**
 * The difference from the tokens that the upstream sent. After a disconnection, the gateway has not received all of
 * them.
 */
export function tokensFromUpstream({ entry, rows: [row] }) {
  return Math.abs(row.outputTokens - entry.tokens);
}

/** The tokens by which an estimate is below those that the client received, or above those that the upstream sent. */
function tokensBeyondBothSides({ entry, seen, rows: [row] }) {
  return Math.max(0, seen.tokens - row.outputTokens, row.outputTokens - entry.tokens);
}

/** The relative errors of estimates, without those of killed processes. */
export function estimateErrors(streams, getError) {
  const errors = streams
    .filter(
      ({ entry, rows: [row] }) => entry?.tokens >= MIN_TOKENS && row?.isEstimated && row.outcome !== DIED,
    )
    .map((stream) => getError(stream) / stream.entry.tokens)
    .toSorted((left, right) => left - right);
  const quantile = (share) => errors[Math.min(errors.length - 1, Math.floor(share * errors.length))];
  return { count: errors.length, p50: quantile(0.5), p95: quantile(0.95), max: errors.at(-1) };
}
