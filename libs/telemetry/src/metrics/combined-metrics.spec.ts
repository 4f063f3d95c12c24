import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { CombinedMetrics } from './combined-metrics.js';
import { type MetricsSnapshot } from './metrics-snapshot.js';
import { Metrics } from './metrics.js';

let processes: [first: Metrics, second: Metrics];
let combined: CombinedMetrics;

function newProcess(): Metrics {
  return new Metrics({ isListedModel: () => true, logger: pino({ enabled: false }) });
}

beforeEach(() => {
  processes = [newProcess(), newProcess()];
  combined = new CombinedMetrics();
});

afterEach(() => {
  for (const metrics of processes) metrics.close();
});

/** A scrape to which only the processes with these numbers respond. */
async function scrape(responding: readonly number[], silent: readonly number[] = []): Promise<string> {
  const snapshots = new Map<number, MetricsSnapshot>();
  for (const [index, metrics] of processes.entries()) {
    if (responding.includes(index)) snapshots.set(index, await metrics.snapshot());
  }
  return combined.expose(snapshots, silent);
}

const retries = (text: string): number => Number(/^modelgate_retries_total (\d+)$/m.exec(text)?.[1]);

describe('CombinedMetrics', () => {
  it('sums counters, histograms and running requests', async () => {
    for (const metrics of processes) {
      metrics.retried();
      metrics.requestStarted();
      metrics
        .requestStarted()
        .finish({ operation: 'chat', format: 'openai-chat', outcome: 'ok', durationMs: 500 });
    }
    const text = await scrape([0, 1]);
    expect(retries(text)).toBe(2);
    expect(text).toContain('modelgate_in_flight_requests 2\n');
    expect(text).toContain('modelgate_request_duration_seconds_sum{operation="chat"} 1\n');
    expect(text).toContain('modelgate_request_duration_seconds_bucket{operation="chat",le="+Inf"} 2\n');
    expect(text).toContain('modelgate_api_processes{state="answering"} 2\n');
    expect(text).toContain('modelgate_api_processes{state="silent"} 0\n');
  });

  it('uses the worst value of what cannot be summed', async () => {
    for (const [index, metrics] of processes.entries()) {
      metrics.addSource('limits_shared', () => [{ value: index }]);
      metrics.addSource('channel_key_refused', () => [{ channel: 'main', value: index }]);
      metrics.addSource('channel_state', () => [{ channel: 'main', model: 'm', state: 'open', value: 1 }]);
    }
    const text = await scrape([0, 1]);
    expect(text).toContain('modelgate_limits_shared 0\n');
    expect(text).toContain('modelgate_channel_key_refused{channel="main"} 1\n');
    expect(text).toContain('modelgate_channel_state{channel="main",model="m",state="open"} 2\n');
    expect(text.match(/^modelgate_build_info\{.*\} 1$/gm)).toHaveLength(1);
  });

  it('uses the last counters of a process that does not respond', async () => {
    const [first, second] = processes;
    first.retried();
    second.retried();
    second.requestStarted();
    expect(retries(await scrape([0, 1]))).toBe(2);
    first.retried();
    second.retried();
    const text = await scrape([0], [1]);
    expect(retries(text)).toBe(3);
    expect(text).toContain('modelgate_in_flight_requests 0\n');
    expect(text).toContain('modelgate_api_processes{state="silent"} 1\n');
    expect(retries(await scrape([0, 1]))).toBe(4);
  });

  it('keeps the counters of all processes that have exited', async () => {
    const [first, second] = processes;
    for (const id of [10, 11, 12]) {
      first.retried();
      await combined.expose(new Map([[id, await first.snapshot()]]), []);
      combined.retire(id);
    }
    second.retried();
    expect(retries(await scrape([1]))).toBe(1 + 2 + 3 + 1);
  });

  it('has no counters of a process that never responded', async () => {
    combined.retire(7);
    expect(retries(await scrape([0], [8]))).toBe(0);
  });
});
