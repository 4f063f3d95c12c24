import { costMicroUsd } from './scene.mjs';

const DIED = 'process-died';
/** How far apart the clocks of whoever kills and whoever is killed may run here: they are busy. */
const SLACK_MS = 3_000;
/** What a gateway may say whose upstream has failed it, or that has too much to do. */
const HONEST_REFUSALS = [502, 503, 504, 529];
const MAX_ERROR_P95 = 0.25;
/** Below this a word more or less is a large share. */
const MIN_TOKENS = 20;

const describe = ({ script, entry, rows, seen }) =>
  `stream ${script.index} (${script.clientFormat} to ${script.upstream}, client cuts: ${script.client.cut}, upstream cuts: ${script.service.cut}): ` +
  `upstream ${JSON.stringify(entry)}, client ${JSON.stringify(seen)}, rows ${JSON.stringify(rows)}`;

/** What has to be true of every stream. Each finds those of which it is not. */
const STREAM_CHECKS = [
  {
    name: 'every request that the upstream received has exactly one row',
    isBroken: ({ entry, rows }) => entry !== undefined && (entry.requests !== 1 || rows.length !== 1),
  },
  {
    name: 'every row is of a request that the upstream received, or that was cut off on its way there',
    isBroken: (stream) => stream.entry === undefined && stream.rows.length > 0 && !isCutOffOnTheWay(stream),
  },
  {
    name: 'the row has the id that the client was given',
    isBroken: ({ seen, rows }) =>
      seen.requestId !== undefined && rows.some(({ requestId }) => requestId !== seen.requestId),
  },
  {
    name: 'whoever has the whole answer has it exactly in the books, whatever became of the process',
    isBroken: ({ seen, entry, script, rows: [row] }) =>
      seen.isWhole &&
      seen.status === 200 &&
      entry?.hasUsage &&
      !(row?.outcome === 'ok' && isExact(row, script)),
  },
  {
    name: 'usage that the client has seen, or stayed for, is counted exactly unless the process was killed',
    isBroken: ({ seen, entry, script, rows: [row] }) =>
      entry?.hasUsage &&
      (!seen.hasLeft || seen.hasUsage || seen.hasLast) &&
      row !== undefined &&
      row.outcome !== DIED &&
      !isExact(row, script),
  },
  {
    name: 'whatever is not exact is marked as an estimate, or was never answered',
    isBroken: ({ script, rows }) =>
      rows.some((row) => !isExact(row, script) && !row.isEstimated && !isNothing(row)),
  },
  {
    name: 'a process died only where it was killed',
    isBroken: (stream) => stream.rows.some(({ outcome }) => outcome === DIED) && !wasKilled(stream),
  },
  {
    name: 'every row costs what its tokens cost',
    isBroken: ({ rows }) => rows.some((row) => row.costMicroUsd !== costMicroUsd(row)),
  },
  {
    name: 'clients are told nothing that is not so',
    isBroken: ({ seen }) =>
      seen.hasTimedOut ||
      seen.isUnheard ||
      (seen.status !== undefined && seen.status !== 200 && !HONEST_REFUSALS.includes(seen.status)),
  },
];

/** All that has to be true after a run, and what was found that is not. */
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

function wholeChecks({ streams, upstream, books, ledger, spools, gateways }) {
  const known = streams.reduce((sum, { rows }) => sum + rows.length, 0);
  const { rows, costMicroUsd: cost, revenueMicroUsd: revenue } = books.sums;
  const { p95 } = estimateErrors(streams, tokensBeyondBothSides);
  return [
    [
      'as many rows as requests that the upstream received, and those that were cut off on their way',
      difference(rows, upstream.received + streams.filter(isCutOffOnTheWay).length),
      difference(rows, known),
    ],
    ['the ledger has been paid what the rows cost', difference(revenue, cost)],
    ['`modelgate ledger verify` finds nothing', ledger.code === 0 ? undefined : ledger.said],
    ['no usage is left in the data folder', spools.length === 0 ? undefined : spools.join(', ')],
    [
      'nobody ended but who was killed',
      ...gateways.flatMap(({ ownEnds, failedStarts }) => [...ownEnds, ...failedStarts]),
    ],
    [
      `what was estimated lies between what the client saw and what the upstream sent: 95 of 100 within ${MAX_ERROR_P95 * 100} %`,
      p95 === undefined || p95 <= MAX_ERROR_P95 ? undefined : `${(p95 * 100).toFixed(1)} %`,
    ],
  ];
}

function difference(found, expected) {
  return found === expected ? undefined : `${found}, not ${expected}`;
}

export function isExact({ isEstimated, inputTokens, outputTokens }, script) {
  return !isEstimated && inputTokens === script.inputTokens && outputTokens === script.tokens;
}

function isNothing({ inputTokens, outputTokens, outcome }) {
  return !inputTokens && !outputTokens && outcome !== 'ok';
}

/** It was written down and about to be sent when its client or its process went. */
export function isCutOffOnTheWay(stream) {
  const { entry, rows, seen } = stream;
  if (entry !== undefined || rows.length !== 1) return false;
  const [{ outcome }] = rows;
  return outcome === DIED ? wasKilled(stream) : outcome === 'client-gone' && seen.hasLeft === true;
}

function wasKilled({ seen, killedAt }) {
  return killedAt.some((at) => at > seen.startedAt - SLACK_MS && at < seen.endedAt + SLACK_MS);
}

/** Against what the upstream sent. Where the client left, not all of that had come through when it did. */
export function tokensFromUpstream({ entry, rows: [row] }) {
  return Math.abs(row.outputTokens - entry.tokens);
}

/** What the gateway had when a stream broke is no less than its client saw, and no more than the upstream sent. */
function tokensBeyondBothSides({ entry, seen, rows: [row] }) {
  return Math.max(0, seen.tokens - row.outputTokens, row.outputTokens - entry.tokens);
}

/** How wrong estimates of answers are, as a share, where the process lived to make one. */
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
