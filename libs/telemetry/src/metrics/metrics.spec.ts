import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Metrics } from './metrics.js';

const LISTED = new Set(['small', 'large']);
const CHAT = { operation: 'chat', format: 'openai-chat', outcome: 'ok', durationMs: 300 };

let metrics: Metrics;
let logged: string;

beforeEach(() => {
  logged = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  metrics = new Metrics({ isListedModel: (model) => LISTED.has(model), logger: pino(stream) });
});

afterEach(() => {
  metrics.close();
});

/** The lines of all series of a family. */
async function series(name: string): Promise<string[]> {
  const lines = (await metrics.expose()).split('\n');
  return lines.flatMap((line) => (new RegExp(`^modelgate_${name}[ {]`).test(line) ? [line] : []));
}

function countLines(message: string): number {
  return logged.split(`${message}","stack"`).length - 1;
}

describe('a request', () => {
  it('is in flight until it has finished, and finishes once', async () => {
    const first = metrics.requestStarted();
    metrics.requestStarted();
    expect(await series('in_flight_requests')).toEqual(['modelgate_in_flight_requests 2']);
    first.finish(CHAT);
    first.finish({ ...CHAT, outcome: 'client-gone' });
    expect(await series('in_flight_requests')).toEqual(['modelgate_in_flight_requests 1']);
    expect(await series('requests_total')).toEqual([
      'modelgate_requests_total{operation="chat",format="openai-chat",outcome="ok",model="unknown"} 1',
    ]);
  });

  it('is timed in seconds, and to its first byte if there was one', async () => {
    metrics.requestStarted().finish({ ...CHAT, firstByteMs: 40 });
    metrics.requestStarted().finish({ ...CHAT, durationMs: 700 });
    const text = await metrics.expose();
    expect(text).toContain('modelgate_request_duration_seconds_sum{operation="chat"} 1\n');
    expect(text).toContain('modelgate_request_duration_seconds_bucket{operation="chat",le="0.5"} 1\n');
    expect(text).toContain('modelgate_first_byte_seconds_count{operation="chat"} 1\n');
    expect(text).toContain('modelgate_first_byte_seconds_bucket{operation="chat",le="0.025"} 0\n');
    expect(text).toContain('modelgate_first_byte_seconds_bucket{operation="chat",le="0.05"} 1\n');
  });
});

describe('usage', () => {
  it('is counted by model and kind', async () => {
    const usage = { inputTokens: 100, outputTokens: 20, cachedInputTokens: 60, reasoningTokens: 5 };
    metrics.usageRecorded({ model: 'small', usage, costMicroUsd: 1_500_000 });
    metrics.usageRecorded({ model: 'small', usage: { inputTokens: 1 }, costMicroUsd: 0 });
    expect(await series('tokens_total')).toEqual([
      'modelgate_tokens_total{model="small",kind="input"} 101',
      'modelgate_tokens_total{model="small",kind="output"} 20',
      'modelgate_tokens_total{model="small",kind="cached"} 60',
      'modelgate_tokens_total{model="small",kind="reasoning"} 5',
    ]);
    expect(await series('cost_usd_total')).toEqual(['modelgate_cost_usd_total{model="small"} 1.5']);
    expect(await series('unknown_cost_requests_total')).toEqual([]);
  });

  it('without a price is counted as unknown, not as free', async () => {
    metrics.usageRecorded({ model: 'large', usage: { inputTokens: 1 } });
    expect(await series('cost_usd_total')).toEqual([]);
    expect(await series('unknown_cost_requests_total')).toEqual([
      'modelgate_unknown_cost_requests_total{model="large"} 1',
    ]);
  });

  it('of unlisted models is counted together', async () => {
    for (let index = 0; index < 5_000; index += 1) {
      metrics.usageRecorded({ model: `made-up-${index}`, usage: { inputTokens: 1 }, costMicroUsd: 1 });
    }
    const tokens = await series('tokens_total');
    expect(tokens).toHaveLength(4);
    expect(tokens).toContain('modelgate_tokens_total{model="other",kind="input"} 5000');
  });

  it('has a maximum number of models', async () => {
    const open = new Metrics({ isListedModel: () => true, logger: pino({ enabled: false }) });
    for (let index = 0; index < 3_000; index += 1) {
      open.usageRecorded({ model: `model-${index}`, usage: {}, costMicroUsd: 1_000_000 });
    }
    const lines = (await open.expose()).match(/^modelgate_cost_usd_total\{.*$/gm) ?? [];
    open.close();
    expect(lines).toHaveLength(1_001);
    expect(lines).toContain('modelgate_cost_usd_total{model="other"} 2000');
  });

  it.each([Number.NaN, -1, Infinity])('of %d is ignored without an error', async (wrong) => {
    metrics.usageRecorded({ model: 'small', usage: { inputTokens: wrong }, costMicroUsd: wrong });
    metrics.requestStarted().finish({ ...CHAT, durationMs: wrong });
    expect(await series('tokens_total')).toContain('modelgate_tokens_total{model="small",kind="input"} 0');
    expect(await series('cost_usd_total')).toEqual(['modelgate_cost_usd_total{model="small"} 0']);
    expect(await series('request_duration_seconds_count')).toEqual([
      'modelgate_request_duration_seconds_count{operation="chat"} 0',
    ]);
    expect(await series('requests_total')).toHaveLength(1);
  });
});

describe('a response', () => {
  const RESPONSE = { model: 'small', channel: 'main', durationMs: 800 };

  it('is timed by model and channel, with its first token and token rate if it was streamed', async () => {
    metrics.responseCompleted(RESPONSE);
    metrics.responseCompleted({ ...RESPONSE, firstTokenMs: 300, outputTokensPerSecond: 55 });
    const labels = 'model="small",channel="main"';
    const text = await metrics.expose();
    expect(text).toContain(`modelgate_model_duration_seconds_sum{${labels}} 1.6\n`);
    expect(text).toContain(`modelgate_first_token_seconds_bucket{${labels},le="0.25"} 0\n`);
    expect(text).toContain(`modelgate_first_token_seconds_bucket{${labels},le="0.5"} 1\n`);
    expect(text).toContain(`modelgate_output_tokens_per_second_sum{${labels}} 55\n`);
    expect(text).toContain(`modelgate_output_tokens_per_second_bucket{${labels},le="40"} 0\n`);
    expect(text).toContain(`modelgate_output_tokens_per_second_bucket{${labels},le="60"} 1\n`);
  });

  it('of an unlisted model, or of a channel beyond the maximum, has the label "other"', async () => {
    metrics.responseCompleted({ ...RESPONSE, model: 'made-up' });
    for (let index = 0; index < 400; index += 1) {
      metrics.responseCompleted({ ...RESPONSE, channel: `channel-${index}` });
    }
    const counts = await series('model_duration_seconds_count');
    expect(counts[0]).toBe('modelgate_model_duration_seconds_count{model="other",channel="main"} 1');
    expect(counts).toHaveLength(301);
    expect(counts.at(-1)).toBe('modelgate_model_duration_seconds_count{model="other",channel="other"} 101');
  });
});

describe('routing', () => {
  it('is counted by channel and outcome', async () => {
    metrics.attemptFinished('main', 'ok');
    metrics.attemptFinished('main', 'upstream-timeout');
    metrics.attemptFinished('main', 'ok');
    expect(await series('upstream_attempts_total')).toEqual([
      'modelgate_upstream_attempts_total{channel="main",outcome="ok"} 2',
      'modelgate_upstream_attempts_total{channel="main",outcome="upstream-timeout"} 1',
    ]);
  });

  it('has a series for each reason before it first occurs', async () => {
    metrics.limitRefused('tpm');
    metrics.budgetRefused('owner');
    metrics.hedged('second-won');
    metrics.cacheLookedUp('hit');
    metrics.contentRecorded('dropped');
    metrics.retried();
    expect(await series('limits_refused_total')).toEqual([
      'modelgate_limits_refused_total{limit="rpm"} 0',
      'modelgate_limits_refused_total{limit="tpm"} 1',
      'modelgate_limits_refused_total{limit="concurrency"} 0',
      'modelgate_limits_refused_total{limit="requestsPerDay"} 0',
      'modelgate_limits_refused_total{limit="sockets"} 0',
      'modelgate_limits_refused_total{limit="overload"} 0',
    ]);
    metrics.overloadRefused('share');
    expect(await series('overload_refused_total')).toEqual([
      'modelgate_overload_refused_total{reason="share"} 1',
      'modelgate_overload_refused_total{reason="full"} 0',
    ]);
    expect(await series('budgets_refused_total')).toContain(
      'modelgate_budgets_refused_total{scope="owner"} 1',
    );
    expect(await series('hedges_total')).toContain('modelgate_hedges_total{outcome="second-won"} 1');
    expect(await series('cache_requests_total')).toContain('modelgate_cache_requests_total{outcome="hit"} 1');
    expect(await series('recorded_contents_total')).toEqual([
      'modelgate_recorded_contents_total{outcome="stored"} 0',
      'modelgate_recorded_contents_total{outcome="dropped"} 1',
      'modelgate_recorded_contents_total{outcome="failed"} 0',
    ]);
    expect(await series('retries_total')).toEqual(['modelgate_retries_total 1']);
  });
});

describe('a source', () => {
  it('is read at each scrape, and exported only after it was added', async () => {
    expect(await series('usage_spool_events')).toEqual([]);
    let waiting = 7;
    metrics.addSource('usage_spool_events', () => [{ value: waiting }]);
    expect(await series('usage_spool_events')).toEqual(['modelgate_usage_spool_events 7']);
    waiting = 0;
    expect(await series('usage_spool_events')).toEqual(['modelgate_usage_spool_events 0']);
  });

  it('drops values that it no longer returns, and sums unlisted models', async () => {
    let state = 'open';
    metrics.addSource('channel_state', () => [
      { channel: 'main', model: 'small', state, value: 1 },
      { channel: 'main', model: 'made-up-1', state: 'open', value: 1 },
      { channel: 'main', model: 'made-up-2', state: 'open', value: 1 },
    ]);
    expect(await series('channel_state')).toContain(
      'modelgate_channel_state{channel="main",model="small",state="open"} 1',
    );
    state = 'closed';
    expect(await series('channel_state')).toEqual([
      'modelgate_channel_state{channel="main",model="small",state="closed"} 1',
      'modelgate_channel_state{channel="main",model="other",state="open"} 2',
    ]);
  });

  it('that fails is logged and does not affect others', async () => {
    metrics.addSource('limits_shared', () => {
      throw new Error('the counters are unavailable');
    });
    expect(await series('limits_shared')).toEqual([]);
    expect(await series('retries_total')).toEqual(['modelgate_retries_total 0']);
    expect(logged).toContain('the counters are unavailable');
    expect(logged).toContain('"source":"limits_shared"');
  });

  it('that fails repeatedly is logged once, and again after it has worked', async () => {
    let isUnavailable = true;
    metrics.addSource('limits_shared', async () => {
      if (isUnavailable) throw new Error('the counters are unavailable');
      return [{ value: 1 }];
    });
    await metrics.expose();
    await metrics.expose();
    expect(countLines('the counters are unavailable')).toBe(1);
    isUnavailable = false;
    expect(await series('limits_shared')).toEqual(['modelgate_limits_shared 1']);
    isUnavailable = true;
    expect(await series('limits_shared')).toEqual([]);
    expect(countLines('the counters are unavailable')).toBe(2);
  });
});
