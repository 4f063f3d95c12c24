import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Script, always, failing } from './behaviour.js';
import { ManualClock } from './clock.js';
import { Stage, type StagedChannel } from './stage.js';
import { printTable, buildTally } from './tally.js';

/** The values of docs/routing.md: the retries that each request earns, and the most that may be saved. */
const EARNED_BY_REQUEST = 0.18;
const MAX_SAVED = 5;
const FIRST_BYTE_MS = 150;
/** Time for a busy machine; nothing here would end by itself within a minute. */
const SOON_MS = 10_000;
const BUSY_MACHINE_MS = 60_000;
/** Long enough that the outage before no longer has any effect. */
const LONG_SECONDS = 4_000;

interface Outage {
  name: string;
  script: Script;
  requests: number;
  answer: string;
  isStreamed?: boolean;
  firstByteMs?: number;
}

const OUTAGES: Outage[] = [
  { name: '503', script: failing(503), requests: 600, answer: '502 upstream_error' },
  {
    name: '503, streams',
    script: failing(503),
    requests: 150,
    answer: '502 upstream_error',
    isStreamed: true,
  },
  {
    name: '503 overloaded',
    script: failing(503, { code: 'server_is_overloaded' }),
    requests: 150,
    answer: '503 server_is_overloaded',
  },
  { name: 'resets', script: always({ kind: 'reset' }), requests: 300, answer: '503 upstream_unreachable' },
  {
    name: 'timeouts',
    script: always({ kind: 'hang' }),
    requests: 300,
    answer: '504 upstream_timeout',
    firstByteMs: FIRST_BYTE_MS,
    isStreamed: true,
  },
];

describe('an outage of every channel', () => {
  let stage: Stage;
  let clock: ManualClock;
  const rows: Record<string, string | number>[] = [];

  beforeAll(async () => {
    const channels: Record<string, StagedChannel> = {};
    for (const { name, script, firstByteMs = 60_000 } of OUTAGES) {
      const channel = { models: [name], script, timeouts: { firstByteMs } };
      channels[`one: ${name}`] = channel;
      channels[`two: ${name}`] = channel;
    }
    stage = await Stage.open({ channels });
    clock = new ManualClock();
  });

  afterAll(async () => {
    clock.giveBack();
    await stage.close();
    printTable('Two channels, both down', rows);
  });

  it.each(OUTAGES)(
    'is hardly amplified, and reported at once: $name',
    async ({ name, requests, answer, isStreamed }) => {
      clock.pass(LONG_SECONDS);
      const seen = await stage.askMany(requests, { model: name, isStreamed }, { atATime: 10 });
      const tally = buildTally(seen, await stage.countAttempts(seen));
      rows.push({ outage: name, ...tally, answers: JSON.stringify(tally.answers) });
      expect(tally.answers).toEqual({ [answer]: requests });
      expect(tally.attempts).toBeGreaterThanOrEqual(requests);
      expect(tally.attempts).toBeLessThanOrEqual(requests + MAX_SAVED + EARNED_BY_REQUEST * requests);
      expect(tally.slowestMs).toBeLessThan(SOON_MS);
    },
    BUSY_MACHINE_MS,
  );

  it('is amplified by a fifth at most, once it has lasted for a while', () => {
    const long = rows.filter(({ requests }) => Number(requests) >= 300);
    expect(long).toHaveLength(3);
    for (const { attemptsPerRequest } of long) expect(attemptsPerRequest).toBeLessThanOrEqual(1.2);
  });
});
