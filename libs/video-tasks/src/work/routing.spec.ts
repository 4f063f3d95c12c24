import { describe, expect, it } from '@jest/globals';
import { type Channel, ChannelHealth, type RoutedTarget, type RoutingRequest } from '#catalog';
import { type Router } from '#relay';
import { type CallOutcome } from '#upstream';
import { type VideoTask } from '../task.js';
import { reportSubmission } from './report-health.js';
import { TaskTargets } from './task-targets.js';
import { WorkOptions } from './work-options.js';

const silent = { info: () => undefined, warn: () => undefined };
const NOT_DELIVERED: CallOutcome = {
  kind: 'not-delivered',
  reason: 'connection refused',
  fault: Object.assign(new Error(), { kind: 'upstream-unreachable' }) as never,
};

const toTarget = (id: string): RoutedTarget => ({
  channel: { id, provider: 'openai', apiKeys: ['sk'], headers: {} } as unknown as Channel,
  upstreamModel: 'sora-2',
  model: 'clips',
  reason: 'cost',
  status: 'healthy',
});

/** Sorts like the catalog for a model that is routed by cost. */
const choose = ({ getPrice }: RoutingRequest): RoutedTarget[] =>
  ['expensive', 'cheap']
    .map(toTarget)
    .toSorted((a, b) => (getPrice?.(a, 'clips') ?? 0) - (getPrice?.(b, 'clips') ?? 0));

describe('the channel of a video', () => {
  it('is chosen by price if the model is routed by cost', () => {
    const prices: Record<string, number> = { expensive: 20, cheap: 10 };
    const getPrice: Router['getPrice'] = ({ channel }) => prices[channel.id];
    const targets = new TaskTargets(
      { choose, activeChannels: [] },
      new ChannelHealth({ logger: silent }),
      { getPrice },
      new WorkOptions({ findProvider: () => ({ video: {} }) as never }),
    );
    const task = { refusedChannels: [], request: { model: 'clips' } } as unknown as VideoTask;
    expect(targets.find(task).map(({ channel }) => channel.id)).toEqual(['cheap', 'expensive']);
  });

  it('has the latency of accepted submissions only', () => {
    const health = new ChannelHealth({ logger: silent });
    const target = toTarget('one');
    reportSubmission(health.begin(target), { outcome: NOT_DELIVERED, kind: 'accepted', tookMs: 40 }, []);
    expect(health.getFirstByteMs(target)).toBe(40);
    reportSubmission(
      health.begin(target),
      { outcome: NOT_DELIVERED, kind: 'not-delivered', tookMs: 4_000 },
      [],
    );
    expect(health.getFirstByteMs(target)).toBe(40);
  });
});
