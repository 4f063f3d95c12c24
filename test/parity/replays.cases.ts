import { describe, expect, it } from '@jest/globals';
import { eventually } from '../harness/index.js';
import { type UsageOfTokens } from './usage-of-tokens.js';
import { NAMED_ROWS, ROWS } from './matrix.js';
import { PRICE_MICRO_USD } from './models.js';
import { refusal, refusalIn } from './refusals.js';
import { type Row, rowsWith, rowsWithout } from './row.js';
import { type GetStage, getName } from './stage.js';
import { type ObservedCall } from './wire-tap.js';

const OTHER_TEXT = 'something else';
const KEY = { 'idempotency-key': 'the one' };
const CACHE = { 'x-modelgate-cache-ttl': '60' };

const isRunning = ({ received }: ObservedCall): boolean =>
  received.status === 409 && received.headers.has('retry-after');
const isMiss = ({ received }: ObservedCall): boolean => received.headers.get('x-modelgate-cache') === 'miss';

const rowsRepeated = (repeated: Row['repeated']): [string, Row][] =>
  NAMED_ROWS.filter(([, row]) => row.repeated === repeated);

async function findTasks(staged: GetStage, column: string, row: Row): Promise<unknown> {
  const sql = 'SELECT count(*)::integer AS tasks FROM video_tasks WHERE owner = $1 AND upstream_id IS NULL';
  const [counted] = await staged().database.query(sql, [getName(column, row)]);
  return counted?.['tasks'];
}

/** All requests for a row, before anything is compared. */
interface RepeatedCalls {
  first: ObservedCall;
  /** The same request again. */
  second: ObservedCall;
  /** A different request of the same kind. */
  other: ObservedCall;
  /** The number of upstream requests for the first two. */
  sent: number;
}

function answered(asked: Map<Row, RepeatedCalls>, row: Row): RepeatedCalls {
  const found = asked.get(row);
  if (found === undefined) throw new Error(`no request was sent for ${row.name}`);
  expect([found.first.error, found.first.received.status]).toEqual([undefined, 200]);
  return found;
}

export const REPLAY_TOKENS = { keyed: {}, cached: {} };

/** Returns what has to be done before the records are read. */
export function describeReplays(staged: GetStage, usageOfTokens: UsageOfTokens): () => Promise<void> {
  const asked = new Map<Row, RepeatedCalls>();

  async function askTwice(row: Row): Promise<RepeatedCalls> {
    const question = { column: 'keyed', headers: KEY };
    const before = staged().received.length;
    const first = await staged().ask(row, question);
    // The end of a stream is stored while its client reads the end of it.
    const second = await eventually(async () => {
      const answer = await staged().ask(row, question);
      return isRunning(answer) ? undefined : answer;
    });
    const sent = staged().received.length - before;
    const other = await staged().ask(row, { ...question, options: { text: OTHER_TEXT } });
    return { first, second, other, sent };
  }

  describe('a second request with the same key', () => {
    it.each(rowsRepeated('the same bytes'))('gets the same response from %s', (_name, row) => {
      const { first, second, sent } = answered(asked, row);
      expect([second.error, second.received.status]).toEqual([undefined, 200]);
      expect(first.received.headers.get('idempotent-replayed')).toBeNull();
      expect(second.received.headers.get('idempotent-replayed')).toBe('true');
      expect(second.received.bytes.equals(first.received.bytes)).toBe(true);
      expect(sent).toBe(1);
    });

    it.each(rowsRepeated('a refusal'))('gets no second stream from %s', (_name, row) => {
      const { second, sent } = answered(asked, row);
      expect(refusalIn(second)).toEqual(refusal('not replayable', row));
      expect(second.received.headers.get('x-should-retry')).toBe('false');
      expect(sent).toBe(1);
    });

    it.each(rowsRepeated('the same task'))('gets the same task from %s', async (_name, row) => {
      const { first, second } = answered(asked, row);
      expect(second.received.headers.get('idempotent-replayed')).toBe('true');
      expect(second.received.bytes.equals(first.received.bytes)).toBe(true);
      expect(await findTasks(staged, 'keyed', row)).toBe(1);
    });

    it.each(NAMED_ROWS)('is rejected by %s if it is a different request', (_name, row) => {
      expect(refusalIn(answered(asked, row).other)).toEqual(refusal('other body', row));
    });

    it.each(rowsWith(ROWS, 'usage'))('costs nothing at %s', (_name, row) => {
      const once = [expect.objectContaining({ costMicroUsd: PRICE_MICRO_USD })];
      expect(usageOfTokens.of('keyed', row)).toEqual(once);
    });
  });

  return async () => {
    for (const row of ROWS) asked.set(row, await askTwice(row));
  };
}

/** Returns what has to be done before the records are read. */
export function describeCache(staged: GetStage, usageOfTokens: UsageOfTokens): () => Promise<void> {
  const asked = new Map<Row, RepeatedCalls & { misses: ObservedCall[] }>();

  /** The cache may drop entries while its database is slow: then the request is sent again. */
  async function askTwice(row: Row): Promise<RepeatedCalls & { misses: ObservedCall[] }> {
    const question = { column: 'cached', headers: CACHE };
    const before = staged().received.length;
    const first = await staged().ask(row, question);
    const misses = [first];
    const second = await eventually(async () => {
      const answer = await staged().ask(row, question);
      if (!isMiss(answer)) return answer;
      misses.push(answer);
      return undefined;
    });
    const sent = staged().received.length - before;
    const other = await staged().ask(row, { ...question, options: { text: OTHER_TEXT } });
    return { first, second, other, sent, misses };
  }

  describe('a second request with the cache', () => {
    it.each(rowsWith(ROWS, 'cache'))('gets the same response from %s', (_name, row) => {
      const { first, second, other, sent } = answered(asked, row);
      const misses = asked.get(row)?.misses ?? [];
      expect([first, other].map(isMiss)).toEqual([true, true]);
      expect([second.error, second.received.status]).toEqual([undefined, 200]);
      expect(second.received.headers.get('x-modelgate-cache')).toBe('hit');
      expect(second.received.headers.get('x-modelgate-cost-usd')).toBe('0');
      expect(misses.some(({ received }) => received.bytes.equals(second.received.bytes))).toBe(true);
      expect(sent).toBe(misses.length);
    });

    it.each(rowsWith(ROWS, 'cache'))('is recorded for %s, and costs nothing', (_name, row) => {
      const records = usageOfTokens.of('cached', row);
      const hits = records.filter(({ isCacheHit }) => isCacheHit).map(({ costMicroUsd }) => costMicroUsd);
      expect(hits).toEqual([0]);
      const others = (asked.get(row)?.misses.length ?? 0) + 1;
      const paid = records.filter(({ costMicroUsd }) => costMicroUsd === PRICE_MICRO_USD);
      expect([paid.length, records.length]).toEqual([others, others + 1]);
    });

    it.each(rowsWithout(ROWS, 'cache'))('gets a new response from %s', async (_name, row) => {
      const { first, second, sent } = answered(asked, row);
      expect([second.error, second.received.status]).toEqual([undefined, 200]);
      expect(first.received.headers.get('x-modelgate-cache')).toBeNull();
      expect(second.received.headers.get('x-modelgate-cache')).toBeNull();
      if (row.operation === 'video') expect(await findTasks(staged, 'cached', row)).toBe(3);
      else expect(sent).toBe(2);
    });
  });

  return async () => {
    for (const row of ROWS) asked.set(row, await askTwice(row));
  };
}
