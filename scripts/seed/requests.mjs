import { costMicroUsd, eventIdFor, getBudgetAccounts } from '../../dist/libs/metering/src/index.js';
import { toMicroUsd } from '../../dist/libs/canonical/src/index.js';
import { CONDITIONS } from '../../dist/libs/wire/src/index.js';
import { OWNERS, TRAFFIC } from './sample-data.mjs';
import { CLIENTS } from './refusals.mjs';

const HOUR_MS = 3_600_000;
const DAYS = 30;
/** A period in which the account of this channel was overloaded. */
const INCIDENT = { channel: 'openai-main', fromHoursAgo: 290, toHoursAgo: 286, faults: 14 };

/** The errors that upstreams report, by outcome. */
const ERRORS = {
  'upstream-overloaded': {
    message: 'Rate limit reached for requests per minute. Please try again in 20s.',
    type: 'requests',
    code: 'rate_limit_exceeded',
  },
  'upstream-error': {
    message: 'The server had an error while processing your request.',
    type: 'server_error',
  },
  'upstream-unreachable': { message: 'connect ETIMEDOUT [hidden]', code: 'ETIMEDOUT' },
  'upstream-interrupted': { message: 'other side closed', code: 'UND_ERR_SOCKET' },
  'upstream-bad-response': { message: 'The response is text/html, not application/json.' },
  'upstream-quota': {
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  },
  'upstream-auth': {
    message: 'Incorrect API key provided: [hidden].',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  },
  'upstream-model-unavailable': {
    message: 'The model does not exist or you do not have access to it.',
    type: 'invalid_request_error',
    code: 'model_not_found',
  },
  'upstream-rejected': {
    message: "Unsupported value: 'temperature' does not support 0.2 with this model.",
    type: 'invalid_request_error',
    code: 'unsupported_value',
  },
  'upstream-too-large': { message: 'Request too large.', type: 'request_too_large' },
};

/** The failures of attempts. */
const FAULTS = [
  { weight: 40, outcome: 'upstream-overloaded', status: 429, durationMs: 300 },
  { weight: 18, outcome: 'upstream-error', status: 500, durationMs: 900 },
  { weight: 8, outcome: 'upstream-error', status: 503, durationMs: 350 },
  { weight: 10, outcome: 'upstream-timeout', durationMs: 60_000 },
  { weight: 9, outcome: 'upstream-unreachable', durationMs: 5_000 },
  { weight: 4, outcome: 'upstream-bad-response', status: 200, durationMs: 1_400 },
  { weight: 4, outcome: 'upstream-interrupted', status: 200, durationMs: 2_600 },
  { weight: 3, outcome: 'upstream-quota', status: 429, durationMs: 260 },
  { weight: 2, outcome: 'upstream-auth', status: 401, durationMs: 180 },
  { weight: 3, outcome: 'upstream-model-unavailable', status: 404, durationMs: 200 },
];
/** Failures that end a request without another attempt. */
const ENDS = [
  { weight: 10, outcome: 'upstream-rejected', status: 400, durationMs: 220 },
  { weight: 3, outcome: 'content-policy', status: 400, durationMs: 420 },
  { weight: 2, outcome: 'upstream-too-large', status: 413, durationMs: 160 },
  { weight: 5, outcome: 'client-gone', durationMs: 4_000, isEstimated: true },
  { weight: 1, outcome: 'shutting-down', durationMs: 9_000, isEstimated: true },
  { weight: 1, outcome: 'internal-error', durationMs: 40 },
];
const FLAGS = [['violence'], ['harassment'], ['self-harm'], ['hate', 'harassment'], ['sexual']];

/** Generates usage events. */
export class RequestMaker {
  constructor({ random, tokens, channels, prices, now }) {
    Object.assign(this, { random, tokens, channels, prices, now });
    this.hours = hoursBefore(now);
  }

  next() {
    const { random } = this;
    const hour = random.weighted(this.hours);
    const startedAtMs = Math.min(hour.startMs + random.whole(0, HOUR_MS - 1), this.now.getTime() - 5_000);
    const token = this.tokenFor(new Date(startedAtMs));
    const kinds = TRAFFIC.filter(({ operation }) => token.does.includes(operation));
    const kind = random.weighted(kinds);
    const isCacheHit = token.cacheTtlSeconds !== undefined && random.happens(0.22);
    const course = isCacheHit ? this.fromCache(kind) : this.course(kind, startedAtMs);
    return this.getEvent({ startedAtMs, token, kind, ...course });
  }

  tokenFor(moment) {
    const hoursAgo = (this.now.getTime() - moment.getTime()) / HOUR_MS;
    return this.random.weighted(this.tokens, ({ weight, isAtNight, endsDaysAgo, revokedDaysAgo }) => {
      const isOver = hoursAgo < 24 * (endsDaysAgo ?? revokedDaysAgo ?? 0);
      if (isOver) return 0;
      const isNight = moment.getUTCHours() < 4;
      return isAtNight === true ? (isNight ? weight * 12 : 0) : weight;
    });
  }

  /** All attempts of a request. */
  course(kind, startedAtMs) {
    const { random } = this;
    if (random.happens(0.014)) return this.ended(kind);
    const attempts = [];
    let startedAfterMs = random.whole(1, 6);
    for (let count = 0; count < 4; count += 1) {
      const attempt = this.attempt(kind, count, startedAtMs, startedAfterMs);
      attempts.push(attempt);
      if (attempt.outcome === 'ok') return { attempts };
      startedAfterMs += attempt.durationMs + (attempt.reason === 'retry' ? random.around(400, 0.3) : 2);
    }
    return { attempts };
  }

  attempt(kind, count, startedAtMs, startedAfterMs) {
    const { random } = this;
    const channel = kind.channels[count % kind.channels.length];
    const reason = count === 0 ? 'first' : kind.channels.length > 1 ? 'failover' : 'retry';
    const named = { channel, upstreamModel: kind.model, reason, startedAfterMs };
    if (random.happens(this.faultShare(kind, channel, count, startedAtMs))) {
      const { outcome, status, durationMs } = random.weighted(FAULTS);
      const took = { durationMs: random.around(durationMs, outcome === 'upstream-timeout' ? 0.01 : 0.2) };
      return { ...named, outcome, ...describeError(outcome, status), ...took };
    }
    const durationMs = random.around(kind.durationMs, 0.55);
    const firstByteMs = Math.min(random.around(kind.firstByteMs ?? kind.durationMs, 0.4), durationMs);
    return { ...named, outcome: 'ok', firstByteMs, durationMs };
  }

  faultShare({ faults = 1 }, channel, count, startedAtMs) {
    const hoursAgo = (this.now.getTime() - startedAtMs) / HOUR_MS;
    const { fromHoursAgo, toHoursAgo } = INCIDENT;
    const isIncident = channel === INCIDENT.channel && hoursAgo < fromHoursAgo && hoursAgo > toHoursAgo;
    // A retry fails more often than a first attempt.
    return 0.025 * faults * (isIncident ? INCIDENT.faults : 1) * (count === 0 ? 1 : 4);
  }

  ended({ channels: [channel], model }) {
    const { outcome, status, durationMs, isEstimated = false } = this.random.weighted(ENDS);
    const attempt = {
      channel,
      upstreamModel: model,
      reason: 'first',
      startedAfterMs: 3,
      outcome,
      ...describeError(outcome, status),
      durationMs: this.random.around(durationMs, 0.4),
    };
    return { attempts: [attempt], isEstimated };
  }

  fromCache({ channels: [channel], model }) {
    const attempt = { channel, upstreamModel: model, outcome: 'ok', startedAfterMs: 0 };
    return { attempts: [{ ...attempt, durationMs: this.random.whole(2, 9) }], isCacheHit: true };
  }

  getEvent({ startedAtMs, token, kind, attempts, isCacheHit = false, isEstimated = false }) {
    const { random } = this;
    const requestId = `req_${random.hex(32)}`;
    const last = attempts.at(-1);
    const { channel, upstreamModel, outcome } = last;
    const isUsed = outcome === 'ok' || isEstimated;
    const usage = isUsed ? buildCounts(kind, random) : {};
    const isStreamed = kind.firstByteMs !== undefined && random.happens(0.7);
    return {
      id: eventIdFor(requestId),
      requestId,
      startedAtMs,
      tokenId: token.id,
      owner: token.owner,
      model: kind.model,
      operation: kind.operation,
      format: random.pick(kind.formats),
      channelId: this.channels.get(channel).id,
      channel,
      upstreamModel,
      isStreamed,
      outcome,
      ...(outcome === 'ok' ? {} : { errorCode: codeFor(outcome) }),
      client: CLIENTS[Math.floor(startedAtMs) % CLIENTS.length],
      isEstimated: isEstimated || (isUsed && !isCacheHit && random.happens(0.01)),
      isCacheHit,
      durationMs: last.startedAfterMs + last.durationMs,
      ...(last.firstByteMs === undefined ? {} : { firstByteMs: last.startedAfterMs + last.firstByteMs }),
      usage,
      ...this.getCost(kind, usage, { isUsed, isCacheHit, channel }),
      attempts: isCacheHit ? [] : attempts,
      budgetAccounts: getBudgetAccounts(buildPayer(token), new Date(startedAtMs)).map(
        ({ account }) => account,
      ),
      ...(kind.operation === 'chat' && random.happens(0.006) ? { flagged: random.pick(FLAGS) } : {}),
    };
  }

  /** Without members if the price is unknown. */
  getCost({ model }, usage, { isUsed, isCacheHit, channel }) {
    if (!isUsed || isCacheHit) return { costMicroUsd: 0 };
    const { provider } = this.channels.get(channel);
    const record = this.prices.getPrice({ model, provider, upstreamModel: model });
    const cost = record && costMicroUsd(usage, record.price);
    return cost === undefined ? {} : { costMicroUsd: cost, priceVersion: record.version };
  }
}

function codeFor(outcome) {
  return outcome in CONDITIONS ? CONDITIONS[outcome].openai.code : undefined;
}

export function buildPayer(token) {
  const owner = OWNERS.find(({ id }) => id === token.owner);
  return {
    token: { id: token.id, owner: token.owner, budget: getWindows(token.budget) },
    ownerBudget: getWindows(owner?.budget),
  };
}

function getWindows(budget) {
  return budget && [{ unit: 'usd', limit: toMicroUsd(budget.usd), period: budget.period }];
}

function buildCounts({ tokens, counts }, random) {
  if (tokens === undefined) return counts(random);
  const { input, output, cachedShare = 0, reasoningShare = 0 } = tokens;
  const inputTokens = random.around(input);
  const outputTokens = output === undefined ? undefined : random.around(output);
  return {
    inputTokens,
    ...(random.happens(cachedShare) ? { cachedInputTokens: Math.floor(inputTokens * 0.7) } : {}),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(reasoningShare > 0 ? { reasoningTokens: Math.floor(outputTokens * reasoningShare) } : {}),
  };
}

/**
 * The weight of each hour: more by day than by night, more on weekdays than at weekends, and growing from day to day.
 */
function hoursBefore(now) {
  const thisHourMs = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: DAYS * 24 }, (_, hoursAgo) => {
    const startMs = thisHourMs - hoursAgo * HOUR_MS;
    const start = new Date(startMs);
    const daylight = 1 + 0.85 * Math.sin(((start.getUTCHours() - 8) / 24) * 2 * Math.PI);
    const isWeekend = start.getUTCDay() === 0 || start.getUTCDay() === 6;
    const growth = 1.4 - hoursAgo / (DAYS * 24);
    return { startMs, weight: daylight * (isWeekend ? 0.4 : 1) * growth };
  });
}

function describeError(outcome, status) {
  const error = ERRORS[outcome];
  return {
    ...(status === undefined ? {} : { upstreamStatus: status }),
    ...(error === undefined ? {} : { error }),
  };
}
