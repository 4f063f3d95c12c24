import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { NO_FACTS } from '#declarations';
import { SpoolSegment } from './spool-segment.js';
import { type UsageEvent } from './usage-event.js';
import { ROW_COLUMNS } from './usage-row.js';
import { WaitingEvents } from './waiting-events.js';

const folder = mkdtempSync(join(tmpdir(), 'modelgate-waiting-'));
const ROW = Object.keys(ROW_COLUMNS).map(() => undefined);
/** Events of this model have no row. */
const UNKNOWN = 'unknown';

function encode(event: UsageEvent, rows: { add: (row: undefined[]) => void }): boolean {
  if (event.model === UNKNOWN) return false;
  rows.add(ROW);
  return true;
}

function create(batchSize: number): WaitingEvents {
  return new WaitingEvents({ encode }, batchSize);
}

function event(id: string, model = 'known'): UsageEvent {
  return {
    ...NO_FACTS,
    id,
    requestId: id,
    startedAtMs: 1,
    tokenId: 'token',
    owner: 'alice',
    model,
    operation: 'chat',
    format: 'openai-chat',
    channelId: 'channel',
    channel: 'main',
    upstreamModel: 'gpt-x',
    isStreamed: false,
    outcome: 'ok',
    client: undefined,
    isEstimated: false,
    isCacheHit: false,
    durationMs: 1,
    usage: {},
    costMicroUsd: 80.4,
    upstreamCostMicroUsd: undefined,
    priceVersion: undefined,
    priceContext: undefined,
    attempts: [],
    budgetAccounts: [],
    parameters: undefined,
    flagged: undefined,
  };
}

const segment = (name: string): SpoolSegment => SpoolSegment.create(join(folder, name));

describe('events that wait for the database', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are stored in batches of at most the batch size, with or without rows', () => {
    const waiting = create(3);
    for (let id = 0; id < 10; id += 1)
      waiting.add(event(`${id}`, id % 4 === 0 ? UNKNOWN : 'known'), `line ${id}`, undefined);
    const batches = waiting.seal();
    expect(batches.map((batch) => batch.reduce((sum, { size }) => sum + size, 0))).toEqual([3, 3, 1, 3]);
    expect(batches.map((batch) => batch.every(({ isEncoded }) => isEncoded))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(batches.flat().flatMap((chunk) => chunk.texts())).toEqual(
      [1, 2, 3, 5, 6, 7, 9, 0, 4, 8].map((id) => `line ${id}`),
    );
    expect(batches[0]?.[0]?.events[0]).toMatchObject({ id: '1', charge: { usd: 80 } });
    for (const batch of batches) waiting.remove(batch);
    expect([waiting.size, waiting.seal()]).toEqual([0, []]);
  });

  it('that are added while others are stored belong to the next batch', () => {
    const waiting = create(100);
    waiting.add(event('1'), 'line 1', undefined);
    const [batch = []] = waiting.seal();
    waiting.add(event('2'), 'line 2', undefined);
    expect(batch.flatMap((chunk) => chunk.texts())).toEqual(['line 1']);
    expect([...waiting.texts()]).toEqual(['line 1', 'line 2']);
    waiting.remove(batch);
    expect([...waiting.texts()]).toEqual(['line 2']);
    expect(waiting.size).toBe(1);
  });

  it('keep their lines whole, however long, and reuse no bytes of earlier ones', () => {
    const waiting = create(1_000);
    const lines = ['é'.repeat(100_000), 'short', 'x'.repeat(40_000), '\u{1F600}'.repeat(9_000), ''];
    for (const round of [1, 2]) {
      for (const line of lines) waiting.add(event(`${round}`), line, undefined);
      expect([...waiting.texts()]).toEqual(lines);
      for (const batch of waiting.seal()) waiting.remove(batch);
    }
  });

  it('keep the file of their line until they are stored', () => {
    const waiting = create(1_000);
    const [first, second, third] = [segment('1'), segment('2'), segment('3')];
    for (let count = 0; count < 100; count += 1) waiting.add(event('1'), 'line', count < 70 ? first : second);
    waiting.add(event('2'), 'line', undefined);
    expect([first.waitingEvents, second.waitingEvents]).toEqual([70, 30]);
    waiting.setSegment(third);
    expect([first.isNeeded, second.isNeeded, third.waitingEvents]).toEqual([false, false, 101]);
    for (const batch of waiting.seal()) waiting.remove(batch);
    expect(third.isNeeded).toBe(false);
  });
});
