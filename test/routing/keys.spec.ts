import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Script } from './behaviour.js';
import { ManualClock } from './clock.js';
import { Stage } from './stage.js';
import { buildTally } from './tally.js';

const [GOOD, BAD, WORSE] = ['sk-good-0001', 'sk-bad-0002', 'sk-worse-0003'];
const REQUESTS = 15;
const AT_A_TIME = 3;

const refusing =
  (...keys: string[]): Script =>
  ({ key }) =>
    keys.includes(key) ? { kind: 'fail', status: 401 } : { kind: 'ok' };

describe('the keys of a channel', () => {
  let stage: Stage;
  let clock: ManualClock;

  beforeAll(async () => {
    const apiKeys = [BAD, GOOD];
    stage = await Stage.open({
      channels: {
        pair: { models: ['pair'], apiKeys: ['sk-left-0001', 'sk-right-0002'] },
        mixed: { models: ['mixed'], apiKeys, script: refusing(BAD) },
        'mixed streams': { models: ['mixed-streams'], apiKeys, script: refusing(BAD) },
        locked: { models: ['locked'], priority: 2, apiKeys: [BAD, WORSE], script: refusing(BAD, WORSE) },
        open: { models: ['locked'], priority: 1 },
        lonely: { models: ['lonely'], apiKeys: [BAD, WORSE], script: refusing(BAD, WORSE) },
      },
    });
    clock = new ManualClock();
  });

  afterAll(async () => {
    clock.giveBack();
    await stage.close();
  });

  const askedWith = (channel: string, key: string): number =>
    stage.upstream(channel).received.filter((asked) => asked.key === key).length;
  const warnings = (channel: string): unknown[] =>
    stage.gateway.logs.filter((line) => line['channel'] === channel && line['level'] === 40);

  it('are used in rotation', async () => {
    const seen = await stage.askMany(8, { model: 'pair' }, { atATime: 1 });
    expect(buildTally(seen).errors).toBe(0);
    const turns = stage.upstream('pair').received.map(({ key }) => key);
    expect(turns).toEqual(Array.from({ length: 4 }, () => ['sk-left-0001', 'sk-right-0002']).flat());
  });

  it.each([
    { channel: 'mixed', model: 'mixed', isStreamed: false },
    { channel: 'mixed streams', model: 'mixed-streams', isStreamed: true },
  ])('are skipped when they are rejected, without an error for any client: $model', async (one) => {
    const { channel, model, isStreamed } = one;
    const seen = await stage.askMany(REQUESTS, { model, isStreamed }, { atATime: AT_A_TIME });
    expect(buildTally(seen).answers).toEqual({ '200': REQUESTS });
    expect(askedWith(channel, BAD)).toBeGreaterThan(0);
    expect(askedWith(channel, BAD)).toBeLessThanOrEqual(2);
    expect(askedWith(channel, GOOD)).toBe(REQUESTS);
    expect(warnings(channel)).toMatchObject([
      { msg: 'provider key rejected: replace it', keyFingerprint: expect.any(String) },
    ]);

    clock.pass(13 * 60);
    stage.upstream(channel).behave(() => ({ kind: 'ok' }));
    const later = await stage.askMany(6, { model, isStreamed }, { atATime: 1 });
    expect(buildTally(later).errors).toBe(0);
    expect(warnings(channel)).toMatchObject([{}, { msg: 'provider key recovered' }]);
  });

  it('make their channel unavailable when all are rejected, with a warning for the operator', async () => {
    const seen = await stage.askMany(REQUESTS, { model: 'locked' }, { atATime: AT_A_TIME });
    expect(buildTally(seen).answers).toEqual({ '200': REQUESTS });
    expect(stage.upstream('locked').received.length).toBeLessThanOrEqual(2 + AT_A_TIME);
    expect(warnings('locked').map((line) => (line as { msg: string }).msg)).toEqual([
      'provider key rejected: replace it',
      'provider key rejected: replace it',
      'channel ejected: all of its keys are rejected',
    ]);
    expect(JSON.stringify(stage.gateway.logs)).not.toMatch(/sk-bad|sk-worse/);
  });

  it('are still used if there is no other channel, and the error names the cause', async () => {
    const seen = await stage.askMany(10, { model: 'lonely' }, { atATime: 1 });
    expect(buildTally(seen).answers).toEqual({ '502 upstream_auth_error': 10 });
    expect(stage.upstream('lonely').received.length).toBeGreaterThanOrEqual(10);
    stage.upstream('lonely').behave(() => ({ kind: 'ok' }));
    const after = await stage.askMany(3, { model: 'lonely' }, { atATime: 1 });
    expect(buildTally(after).answers).toEqual({ '200': 3 });
  });
});
