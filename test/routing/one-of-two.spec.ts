import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { type Behaviour, OK, type Script, always, failing, flapping, slowly } from './behaviour.js';
import { ManualClock } from './clock.js';
import { Stage, type StagedChannel } from './stage.js';
import { printTable, buildTally } from './tally.js';
import { findUsageSums } from './usage-rows.js';

const REQUESTS = 16;
const AT_A_TIME = 4;
const FIRST_BYTE_MS = 300;
/** Failures in a row until the channel is ejected, and those that were running by then. */
const MAX_ASKED = 5 + AT_A_TIME - 1;
/** Longer than any first ejection, with its jitter. */
const EJECTED_SECONDS = 40;

interface FailureCase {
  name: string;
  script: Script;
  /** How often the failing channel may be called. */
  maxAsked: number;
  /** The time after which it is called again. */
  recoverySeconds: number;
  isStreamed?: boolean;
  firstByteMs?: number;
}

const failure = (name: string, behaviour: Behaviour, more: Partial<FailureCase> = {}): FailureCase => ({
  name,
  script: always(behaviour),
  maxAsked: MAX_ASKED,
  recoverySeconds: EJECTED_SECONDS,
  ...more,
});
const RESTING = { maxAsked: AT_A_TIME };
const IN_TIME = { firstByteMs: FIRST_BYTE_MS };

const ILLNESSES: FailureCase[] = [
  failure('500', { kind: 'fail', status: 500 }),
  failure('503', { kind: 'fail', status: 503 }),
  failure('503, streams', { kind: 'fail', status: 503 }, { isStreamed: true }),
  failure('reset', { kind: 'reset' }),
  failure('reset, streams', { kind: 'reset' }, { isStreamed: true }),
  failure('cut before the first event', { kind: 'cut', afterEvents: 0 }, { isStreamed: true }),
  failure('hang, streams', { kind: 'hang' }, { ...IN_TIME, isStreamed: true }),
  failure('429', { kind: 'fail', status: 429 }, { ...RESTING, recoverySeconds: 6 }),
  failure(
    '429, Retry-After: 60',
    { kind: 'fail', status: 429, headers: { 'retry-after': '60' } },
    { ...RESTING, recoverySeconds: 61 },
  ),
  failure('404', { kind: 'fail', status: 404 }, { ...RESTING, recoverySeconds: 301 }),
  failure('402', { kind: 'fail', status: 402 }, { ...RESTING, recoverySeconds: 601 }),
  // Three in a row of one key: the request itself may have been the cause.
  failure('403', { kind: 'fail', status: 403 }, { maxAsked: 3 + AT_A_TIME - 1, recoverySeconds: 721 }),
  failure('401', { kind: 'fail', status: 401 }, { ...RESTING, recoverySeconds: 721 }),
];

describe('one of two channels that fails', () => {
  let stage: Stage;
  let clock: ManualClock;
  const rows: Record<string, string | number>[] = [];

  beforeAll(async () => {
    const channels: Record<string, StagedChannel> = {};
    for (const { name, script, firstByteMs = 60_000 } of ILLNESSES) {
      // Preferred, so that every request would go there.
      channels[`ill: ${name}`] = { models: [name], script, priority: 2, timeouts: { firstByteMs } };
      channels[`well: ${name}`] = { models: [name], priority: 1 };
    }
    stage = await Stage.open({ channels });
    clock = new ManualClock();
  });

  afterAll(async () => {
    clock.giveBack();
    await stage.close();
    printTable(`The preferred one of two channels is ill, ${REQUESTS} requests`, rows);
  });

  it.each(ILLNESSES)(
    'is noticed by no client, hardly called, and called again when its time is over: $name',
    async ({ name, maxAsked, recoverySeconds, isStreamed }) => {
      const ill = stage.upstream(`ill: ${name}`);
      const question = { model: name, isStreamed };
      const seen = await stage.askMany(REQUESTS, question, { atATime: AT_A_TIME });
      const tally = buildTally(seen, await stage.countAttempts(seen));
      const asked = ill.received.length;
      rows.push({
        illness: name,
        ...tally,
        'asked while ill': asked,
        answers: JSON.stringify(tally.answers),
      });
      expect(tally.answers).toEqual({ '200': REQUESTS });
      expect(new Set(seen.map(({ channel }) => channel))).toEqual(new Set([`well: ${name}`]));
      expect(asked).toBeGreaterThan(0);
      expect(asked).toBeLessThanOrEqual(maxAsked);

      clock.pass(recoverySeconds);
      const probing = await stage.askMany(4, question, { atATime: 1 });
      expect(buildTally(probing).errors).toBe(0);
      expect(ill.received.length - asked).toBe(1);

      ill.restart();
      clock.pass(recoverySeconds * 3);
      const healed = await stage.askMany(4, question, { atATime: 1 });
      expect(healed.map(({ channel }) => channel)).toEqual(Array(4).fill(`ill: ${name}`));
    },
  );

  it('leaves one usage record for each request', async () => {
    const requests = stage.gateway.logs.filter(({ msg }) => msg === 'request').length;
    const rows = await eventually(async () => {
      const sums = await findUsageSums(stage);
      return sums.rows >= requests ? sums.rows : undefined;
    });
    expect(rows).toBe(requests);
  });
});

describe('one of two channels that fails now and then', () => {
  let stage: Stage;
  let clock: ManualClock;

  beforeAll(async () => {
    const upset = { kind: 'fail', status: 500 } as const;
    stage = await Stage.open({
      channels: {
        'ill: flaps': { models: ['flaps'], priority: 2, script: flapping(3, upset) },
        'well: flaps': { models: ['flaps'], priority: 1 },
        'ill: slow': { models: ['slow'], script: slowly(150) },
        'well: slow': { models: ['slow'] },
        'ill: limited': {
          models: ['limited'],
          priority: 2,
          script: failing(429, { headers: { 'retry-after': '20' } }),
        },
        'well: limited': { models: ['limited'], priority: 1 },
        half: {
          models: ['broken', 'whole'],
          priority: 2,
          script: ({ model }) => (model === 'broken' ? upset : OK),
        },
        'other half': { models: ['broken', 'whole'], priority: 1 },
      },
    });
    clock = new ManualClock();
  });

  afterAll(async () => {
    clock.giveBack();
    await stage.close();
  });

  it.each(['flaps', 'slow'])('is noticed by no client: %s', async (model) => {
    const [ill, well] = [stage.upstream(`ill: ${model}`), stage.upstream(`well: ${model}`)];
    for (const isStreamed of [false, true]) {
      const seen = await stage.askMany(15, { model, isStreamed }, { atATime: 3 });
      expect(buildTally(seen).answers).toEqual({ '200': 15 });
    }
    expect(ill.received.length + well.received.length).toBeLessThan(30 * 2);
    expect(ill.received.length).toBeGreaterThan(3);
  });

  it('is not called until its retry-after is over, and no longer', async () => {
    const limited = stage.upstream('ill: limited');
    const ask = () => stage.askMany(5, { model: 'limited' }, { atATime: 1 });
    expect(buildTally(await ask()).errors).toBe(0);
    expect(limited.received).toHaveLength(1);
    clock.pass(19);
    expect(buildTally(await ask()).errors).toBe(0);
    expect(limited.received).toHaveLength(1);
    limited.restart();
    clock.pass(2);
    expect((await ask()).map(({ channel }) => channel)).toEqual(Array(5).fill('ill: limited'));
  });

  it('is avoided for the model that fails there, and for no other', async () => {
    const broken = await stage.askMany(10, { model: 'broken' }, { atATime: 1 });
    expect(broken.map(({ channel }) => channel)).toEqual(Array(10).fill('other half'));
    expect(stage.upstream('half').received).toHaveLength(5);
    const whole = await stage.askMany(5, { model: 'whole' }, { atATime: 1 });
    expect(whole.map(({ channel }) => channel)).toEqual(Array(5).fill('half'));
  });
});
