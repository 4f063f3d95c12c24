import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeUpstream, startFakeUpstream } from '../fake-upstream/index.js';
import { failing, slowly } from './behaviour.js';
import { Stage, type ClientResult } from './stage.js';

/** Enough to distinguish three quarters from a half. */
const WEIGHED_REQUESTS = 150;
const HEAVY_SHARE = 3 / 4;
/** Exceeded once in a hundred thousand runs. */
const SIGMAS = 4.5;
const NARROW_TOKEN = 'sk-mg-narrow-0123456789abcdef';

const toChannels = (seen: readonly ClientResult[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { channel = 'none' } of seen) counts[channel] = (counts[channel] ?? 0) + 1;
  return counts;
};

describe('the choice of a channel', () => {
  let stage: Stage;

  beforeAll(async () => {
    const openai = { provider: 'openai' };
    stage = await Stage.open({
      channels: {
        high: { models: ['tiered'], priority: 2 },
        low: { models: ['tiered'], priority: 1, weight: 1_000 },
        heavy: { models: ['weighed'], weight: 3 },
        light: { models: ['weighed', 'pinned'], weight: 1 },
        sick: { models: ['pinned'], priority: 2, script: failing(500) },
        sluggish: { models: ['urgent'], priority: 0, script: slowly(120) },
        swift: { models: ['urgent'], priority: 0 },
        dear: { ...openai, models: [{ id: 'frugal', upstream: 'gpt-5' }], weight: 1_000 },
        cheap: { ...openai, models: [{ id: 'frugal', upstream: 'gpt-5-mini' }] },
        unpriced: { ...openai, models: [{ id: 'frugal', upstream: 'nobody-knows' }], weight: 1_000 },
      },
      models: [
        { id: 'urgent', strategy: 'latency' },
        { id: 'frugal', strategy: 'cost' },
      ],
    });
  });

  afterAll(async () => {
    await stage.close();
  });

  it('picks one of the highest priority, whatever the weights', async () => {
    expect(toChannels(await stage.askMany(30, { model: 'tiered' }))).toEqual({ high: 30 });
  });

  it('is random by weight', async () => {
    const counts = toChannels(await stage.askMany(WEIGHED_REQUESTS, { model: 'weighed' }));
    const expected = WEIGHED_REQUESTS * HEAVY_SHARE;
    const sigma = Math.sqrt(expected * (1 - HEAVY_SHARE));
    expect(Object.keys(counts).toSorted()).toEqual(['heavy', 'light']);
    expect(Math.abs((counts['heavy'] ?? 0) - expected)).toBeLessThan(SIGMAS * sigma);
  });

  it('is the one that the client names, and then there is no other', async () => {
    expect(toChannels(await stage.askMany(20, { model: 'light/weighed' }))).toEqual({ light: 20 });
    const [pinned] = await stage.askMany(1, { model: 'sick/pinned' });
    expect(pinned).toMatchObject({ status: 502, code: 'upstream_error' });
    expect(await stage.ask({ model: 'pinned' })).toMatchObject({ status: 200, channel: 'light' });
    expect(await stage.ask({ model: 'nobody/pinned' })).toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
  });

  it('is the fastest if the model is set to that, from measurements', async () => {
    const seen = await stage.askMany(60, { model: 'urgent' }, { atATime: 2 });
    expect(seen.every(({ status }) => status === 200)).toBe(true);
    const { sluggish = 0, swift = 0 } = toChannels(seen);
    expect(sluggish).toBeGreaterThan(0);
    expect(sluggish).toBeLessThan(12);
    expect(swift).toBeGreaterThan(48);
  });

  it('is the cheapest if the model is set to that, and an unknown price is not treated as low', async () => {
    expect(toChannels(await stage.askMany(20, { model: 'frugal' }))).toEqual({ cheap: 20 });
    stage.upstream('cheap').behave(failing(500));
    expect(await stage.ask({ model: 'frugal' })).toMatchObject({ channel: 'dear', attempts: 2 });
    stage.upstream('dear').behave(failing(500));
    expect(await stage.ask({ model: 'frugal' })).toMatchObject({ channel: 'unpriced', attempts: 3 });
  });
});

describe('the fallbacks of a model', () => {
  let stage: Stage;
  let claude: FakeUpstream;

  beforeAll(async () => {
    claude = await startFakeUpstream();
    const down = failing(503);
    stage = await Stage.open({
      channels: {
        main: {
          models: ['primary', 'translated', 'picky', 'choosy', 'gone-soon'],
          priority: 2,
          script: ({ model }) => ({ kind: 'fail', status: model === 'picky' ? 400 : 503 }),
        },
        spare: { models: ['reserve', 'vectors'] },
        'main too': { models: ['primary'], priority: 1, script: down },
      },
      otherChannels: [
        {
          name: 'claude',
          provider: 'anthropic',
          baseUrl: claude.origin,
          apiKey: 'sk-upstream-1',
          models: ['claude'],
        },
      ],
      models: [
        { id: 'primary', fallbacks: ['reserve'] },
        { id: 'translated', fallbacks: ['claude'] },
        { id: 'picky', fallbacks: ['reserve'] },
        { id: 'vectors', capabilities: ['embeddings'] },
        { id: 'choosy', fallbacks: ['vectors', 'reserve'] },
        { id: 'homeless', fallbacks: ['reserve'] },
      ],
      tokens: [{ name: 'narrow', key: NARROW_TOKEN, models: ['primary', 'homeless'] }],
    });
  });

  afterAll(async () => {
    await stage.close();
    await claude.close();
  });

  it.each([false, true])(
    'are called after every channel of the model has failed; streamed: %s',
    async (isStreamed) => {
      const seen = await stage.ask({ model: 'primary', prompt: `streamed: ${isStreamed}`, isStreamed });
      expect(seen).toMatchObject({
        status: 200,
        channel: 'spare',
        attempts: 3,
        text: 'This is said by spare',
      });
      expect(await stage.getAttempts(seen.requestId)).toMatchObject([
        { channel: 'main', reason: 'first', outcome: 'upstream-error' },
        { channel: 'main too', reason: 'failover', outcome: 'upstream-error' },
        { channel: 'spare', reason: 'fallback', outcome: 'ok' },
      ]);
    },
  );

  it.each([false, true])('may have another format than the client; streamed: %s', async (isStreamed) => {
    const seen = await stage.ask({ model: 'translated', prompt: 'one two', isStreamed });
    expect(seen).toMatchObject({
      status: 200,
      channel: 'claude',
      attempts: 2,
      text: 'one two',
      isBroken: false,
    });
  });

  it('are not called if the request itself is invalid', async () => {
    const spare = stage.upstream('spare');
    spare.restart();
    expect(await stage.ask({ model: 'picky' })).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(spare.received).toHaveLength(0);
  });

  it('are skipped if they do not support the request', async () => {
    const spare = stage.upstream('spare');
    spare.restart();
    expect(await stage.ask({ model: 'choosy' })).toMatchObject({ status: 200, channel: 'spare' });
    expect(spare.received.map(({ model }) => model)).toEqual(['reserve']);
    const direct = await stage.ask({ model: 'vectors' });
    expect(direct).toMatchObject({ status: 400, code: 'unsupported_model_capability' });
  });

  it('serve a model without a channel', async () => {
    expect(await stage.ask({ model: 'homeless' })).toMatchObject({ status: 200, channel: 'spare' });
  });

  it('are only those that the token may use', async () => {
    const spare = stage.upstream('spare');
    spare.restart();
    const ask = (model: string): Promise<ClientResult> => stage.ask({ model, token: NARROW_TOKEN });
    expect(await ask('primary')).toMatchObject({ status: 502, code: 'upstream_error' });
    expect(await ask('homeless')).toMatchObject({ status: 503, code: 'no_available_channel' });
    expect(await ask('reserve')).toMatchObject({ status: 403, code: 'model_not_allowed' });
    expect(await ask('spare/reserve')).toMatchObject({ status: 403, code: 'model_not_allowed' });
    expect(await ask('main/primary')).toMatchObject({ status: 502, code: 'upstream_error' });
    expect(spare.received).toHaveLength(0);
  });
});
