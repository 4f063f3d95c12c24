import { describe, expect, it } from '@jest/globals';
import { type Channel, ChannelHealth, type Choice, type RoutingQuestion } from '#catalog';
import { type CallOutcome } from '#upstream';
import { type VideoTask } from '../task.js';
import { buildTargets } from './choose-target.js';
import { reportSubmission } from './tell-health.js';

const silent = { info: () => undefined, warn: () => undefined };
const ANSWER: CallOutcome = {
  kind: 'not-delivered',
  reason: 'nobody is there',
  fault: Object.assign(new Error(), { kind: 'upstream-unreachable' }) as never,
};

const toTarget = (id: string): Choice => ({
  channel: { id, provider: 'openai', apiKeys: ['sk'], headers: {} } as unknown as Channel,
  upstreamModel: 'sora-2',
  model: 'clips',
  reason: 'cost',
  status: 'healthy',
});

/** As the catalog orders the channels of a model that is routed by cost. */
const choose = ({ getPrice: asked }: RoutingQuestion): Choice[] =>
  ['dear', 'cheap'].map(toTarget).toSorted((a, b) => (asked?.(a, 'clips') ?? 0) - (asked?.(b, 'clips') ?? 0));

describe('where a video is made', () => {
  it('is compared by price where the model is routed by cost', () => {
    const prices: Record<string, number> = { dear: 20, cheap: 10 };
    const getPrice: RoutingQuestion['getPrice'] = ({ channel }) => prices[channel.id];
    const targets = buildTargets(
      { refusedChannels: [], request: { model: 'clips' } } as unknown as VideoTask,
      {
        catalog: { choose, activeChannels: [] },
        findProvider: () => ({ video: {} }) as never,
        health: new ChannelHealth({ logger: silent }),
        getPrice,
      },
    );
    expect(targets.map(({ channel }) => channel.id)).toEqual(['cheap', 'dear']);
  });

  it('is measured by the submissions that it takes, and by no others', () => {
    const health = new ChannelHealth({ logger: silent });
    const target = toTarget('one');
    reportSubmission(health.begin(target), { outcome: ANSWER, kind: 'accepted', tookMs: 40 }, []);
    expect(health.getFirstByteMs(target)).toBe(40);
    reportSubmission(health.begin(target), { outcome: ANSWER, kind: 'not-delivered', tookMs: 4_000 }, []);
    expect(health.getFirstByteMs(target)).toBe(40);
  });
});
