import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { holdRequest } from './held-request.js';
import { ROWS } from './matrix.js';
import { getUpstream } from './models.js';
import { refusal, refusalIn } from './refusals.js';
import { type Row } from './row.js';
import { Stage } from './stage.js';

const FIRST_BYTE_MS = 100;
const LATE_MS = 400;
const WHOLE_MS = 3_000;
const CHEAP = ['embeddings', 'rerank', 'moderation'];

/** Videos are accepted at once and made later; this suite tests all other requests. */
const WAITING_ROWS = ROWS.filter(({ heldBy }) => heldBy === 'upstream');
const named = (rows: readonly Row[]): [name: string, row: Row][] => rows.map((row) => [row.name, row]);
const NAMED_WHOLE = named(WAITING_ROWS.filter(({ isStreamed }) => !isStreamed));
const NAMED_STREAMED = named(WAITING_ROWS.filter(({ isStreamed }) => isStreamed));

describe('a slow upstream', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open({
      tokens: { late: {}, never: {} },
      rows: WAITING_ROWS,
      timeouts: { firstByteMs: FIRST_BYTE_MS, idleMs: FIRST_BYTE_MS, wholeMs: WHOLE_MS },
    });
  });

  afterAll(async () => {
    await stage.closeGateway();
    await stage.close();
  });

  const script = (row: Row, reply: Parameters<(typeof stage.upstreams.main)['script']>[0]): void =>
    getUpstream(row.model, stage.upstreams).script(reply);

  it.each(NAMED_WHOLE)('has the timeout for complete responses: %s', async (_name, row) => {
    script(row, { kind: 'json', delayMs: LATE_MS });
    const { received, error } = await stage.ask(row, { column: 'late' });
    expect([error, received.status]).toEqual([undefined, 200]);
  });

  it.each(NAMED_STREAMED)('is aborted when no stream begins: %s', async (_name, row) => {
    script(row, { kind: 'hang' });
    const given = await stage.ask(row, { column: 'never' });
    expect(refusalIn(given)).toEqual(refusal('upstream timeout', row));
    expect(given.received.headers.get('x-should-retry')).toBeNull();
    stage.gateway.forgetFaults();
  });

  it('is aborted when no complete response arrives, and not called again', async () => {
    for (const [, row] of NAMED_WHOLE) script(row, { kind: 'hang' });
    const answers = await Promise.all(
      NAMED_WHOLE.map(async ([, row]) => ({ row, given: await stage.ask(row, { column: 'never' }) })),
    );
    for (const { row, given } of answers) {
      expect({ row: row.name, ...refusalIn(given) }).toEqual({
        row: row.name,
        ...refusal('upstream timeout', row),
      });
      const isAgain = given.received.headers.get('x-should-retry');
      expect([row.name, isAgain]).toEqual([row.name, CHEAP.includes(row.operation) ? null : 'false']);
    }
  });
});

describe('a client that disconnects during a slow upstream response', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open({ tokens: { leaving: {} }, rows: WAITING_ROWS });
  });

  afterAll(async () => {
    await stage.closeGateway();
    await stage.close();
  });

  it.each(named(WAITING_ROWS))('cancels the upstream request: %s', async (_name, row) => {
    stage.gateway.logs.length = 0;
    const held = await holdRequest(stage, row, { column: 'leaving' });
    const upstream = getUpstream(row.model, stage.upstreams);
    expect(upstream.openExchanges()).toBe(1);
    const leftAt = performance.now();
    await held.release();
    await eventually(() => upstream.openExchanges() === 0 || undefined);
    // Far below every timeout.
    expect(performance.now() - leftAt).toBeLessThan(5_000);
    const line = await eventually(() => stage.gateway.logs.find(({ msg }) => msg === 'request'));
    expect(line['outcome']).toBe('client-gone');
  });
});
