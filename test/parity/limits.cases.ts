import { beforeAll, describe, expect, it } from '@jest/globals';
import { holdRequest } from './held-request.js';
import { NAMED_ROWS, ROWS } from './matrix.js';
import { refusal, refusalIn } from './refusals.js';
import { type Row, rowsWith, rowsWithout } from './row.js';
import { type Stage, type GetStage } from './stage.js';

/** The headers that report a limit to the client. */
function status(row: Row, headers: Headers, kind: 'requests' | 'tokens'): (string | null)[] {
  return row.dialect === 'anthropic'
    ? ['limit', 'remaining', 'reset'].map((fact) => headers.get(`anthropic-ratelimit-${kind}-${fact}`))
    : ['limit', 'remaining', 'reset'].map((fact) => headers.get(`x-ratelimit-${fact}-${kind}`));
}

const getReset = ({ dialect }: Row): unknown =>
  expect.stringMatching(
    dialect === 'anthropic' ? /^\d{4}-\d\d-\d\dT[\d:]+Z$/ : /^(\d+h)?(\d+m)?(\d+(\.\d+)?m?s)?$/,
  );

function expectRetryAfter(headers: Headers): void {
  expect(headers.get('x-should-retry')).toBeNull();
  expect(headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
}

export const LIMIT_TOKENS = {
  minute: { rpm: 1 },
  day: {},
  tokens: { tpm: 1 },
  running: { concurrency: 1 },
};

export const LIMIT_OWNERS = { day: { requestsPerDay: 1 } };

export function describeLimits(staged: GetStage): void {
  describe('limits', () => {
    let stage: Stage;

    beforeAll(() => {
      stage = staged();
    });

    /** Sends one more request, and checks that no upstream is called. */
    async function sendRejected(row: Row, column: string) {
      const before = stage.received.length;
      const refused = await stage.ask(row, { column });
      expect(stage.received).toHaveLength(before);
      return refused;
    }

    describe('on requests per minute', () => {
      it.each(NAMED_ROWS)('apply to %s', async (_name, row) => {
        const first = await stage.ask(row, { column: 'minute' });
        expect([first.error, first.received.status]).toEqual([undefined, 200]);
        expect(status(row, first.received.headers, 'requests')).toEqual(['1', '0', getReset(row)]);
        const second = await sendRejected(row, 'minute');
        expect(refusalIn(second)).toEqual(refusal('rate limit', row));
        expect(status(row, second.received.headers, 'requests')).toEqual(['1', '0', getReset(row)]);
        expectRetryAfter(second.received.headers);
      });
    });

    describe('on requests per day', () => {
      it.each(NAMED_ROWS)('apply to %s', async (_name, row) => {
        const first = await stage.ask(row, { column: 'day' });
        expect([first.error, first.received.status]).toEqual([undefined, 200]);
        const second = await sendRejected(row, 'day');
        expect(refusalIn(second)).toEqual(refusal('rate limit of a day', row));
        expect(second.received.headers.get('x-should-retry')).toBe('false');
        expect(second.received.headers.get('retry-after')).toBeNull();
        expect(second.received.bytes.toString()).toContain('all tokens of this owner combined');
      });
    });

    describe('on tokens per minute', () => {
      it.each(rowsWith(ROWS, 'usesTokens'))('count the tokens of %s', async (_name, row) => {
        const first = await stage.ask(row, { column: 'tokens' });
        expect([first.error, first.received.status]).toEqual([undefined, 200]);
        expect(status(row, first.received.headers, 'tokens')).toEqual(['1', '0', getReset(row)]);
        const second = await sendRejected(row, 'tokens');
        expect(refusalIn(second)).toEqual(refusal('rate limit', row));
        expectRetryAfter(second.received.headers);
        expect(second.received.bytes.toString()).toContain('1 token per minute');
      });

      it.each(rowsWithout(ROWS, 'usesTokens'))('count %s while it runs', async (_name, row) => {
        const held = await holdRequest(stage, row, { column: 'tokens' });
        const second = await sendRejected(row, 'tokens');
        expect(refusalIn(second)).toEqual(refusal('rate limit', row));
        expectRetryAfter(second.received.headers);
        await held.release();
      });
    });

    describe('on concurrent requests', () => {
      it.each(NAMED_ROWS)('apply to %s', async (_name, row) => {
        const held = await holdRequest(stage, row, { column: 'running' });
        const second = await sendRejected(row, 'running');
        expect(refusalIn(second)).toEqual(refusal('concurrency', row));
        expect(second.received.headers.get('retry-after')).toBe('1');
        await held.release();
      });
    });
  });
}
