import { describe, expect, it } from '@jest/globals';
import { type UsageOfTokens } from './usage-of-tokens.js';
import { NAMED_ROWS, ROWS } from './matrix.js';
import { PRICE_MICRO_USD, PRICE_USD, unpriced } from './models.js';
import { type Row, rowsWith, rowsWithout } from './row.js';
import { type GetStage, getName } from './stage.js';
import { type ObservedCall } from './wire-tap.js';

export const USAGE_TOKENS = { priced: {}, unpriced: {} };

const SESSION_ID = 'session-of-the-rows';

/** Returns what has to be done before the records are read. */
export function describeUsage(staged: GetStage, usageOfTokens: UsageOfTokens): () => Promise<void> {
  const answers = new Map<string, ObservedCall>();

  const getHeaders = (column: string, row: Row): Headers | undefined =>
    answers.get(getName(column, row))?.received.headers;

  describe('usage', () => {
    it.each(rowsWith(ROWS, 'usage'))('of %s is recorded once', (_name, row, { isEstimated, ...usage }) => {
      const { model, operation, format, recordedFormat = format, isStreamed } = row;
      const record = {
        requestId: getHeaders('priced', row)?.get('x-request-id'),
        sessionId: SESSION_ID,
        model,
        operation,
        format: recordedFormat,
        isStreamed,
        outcome: 'ok',
        isEstimated: isEstimated ?? false,
        isCacheHit: false,
        attempts: [],
        costMicroUsd: PRICE_MICRO_USD,
        priceVersion: expect.any(String),
      };
      const written = usageOfTokens.of('priced', row);
      expect(written).toEqual([expect.objectContaining(record)]);
      expect(written.map((one) => one.usage)).toMatchObject([usage]);
    });

    it.each(rowsWith(ROWS, 'usage'))('of %s has no cost if the price is unknown', (_name, row) => {
      const [record, ...others] = usageOfTokens.of('unpriced', row);
      expect(others).toEqual([]);
      expect(record).toMatchObject({ model: unpriced(row.model), outcome: 'ok' });
      expect(record).not.toHaveProperty('costMicroUsd');
      expect(record).not.toHaveProperty('priceVersion');
      expect(record).not.toHaveProperty('sessionId');
    });

    it.each(rowsWith(ROWS, 'costHeader'))('of %s is in a header of the response', (_name, row) => {
      expect(getHeaders('priced', row)?.get('x-modelgate-cost-usd')).toBe(String(PRICE_USD));
    });

    it.each(rowsWithout(ROWS, 'costHeader'))('of %s is in no header of the response', (_name, row) => {
      expect(getHeaders('priced', row)?.has('x-modelgate-cost-usd')).toBe(false);
    });

    it.each(NAMED_ROWS)('of %s is in no header if the price is unknown', (_name, row) => {
      expect(getHeaders('unpriced', row)?.has('x-modelgate-cost-usd')).toBe(false);
    });
  });

  return async () => {
    for (const row of ROWS) {
      const headers = { 'x-session-id': SESSION_ID };
      answers.set(getName('priced', row), await staged().ask(row, { column: 'priced', headers }));
      const options = { model: unpriced(row.model) };
      answers.set(getName('unpriced', row), await staged().ask(row, { column: 'unpriced', options }));
    }
  };
}
