import { describe, expect, it } from '@jest/globals';
import { NAMED_ROWS } from './matrix.js';
import { refusal, refusalIn } from './refusals.js';
import { type Row } from './row.js';
import { type GetStage } from './stage.js';

/**
 * In a path a client writes the name percent-encoded; its own library would resolve the dots before it sends the
 * request.
 */
const hostileNames = ({ dialect, model }: Row): string[] =>
  dialect === 'google'
    ? [`${model}%2F%2e%2e%2Fx`, `%2e%2e%2F${model}`, `${model}%2F`, `${model}%07`, 'x'.repeat(257)]
    : [`${model}/../x`, `../${model}`, `${model}//x`, `${model}/`, `${model}\u0007`, 'x'.repeat(257), '..'];

export const ACCESS_TOKENS = { stranger: { models: ['something-else'] }, guest: { models: ['*'] } };

export function describeAccess(staged: GetStage): void {
  describe('a token that may not use the model', () => {
    it.each(NAMED_ROWS)('is rejected by %s, and no upstream is called', async (_name, row) => {
      const before = staged().received.length;
      const refused = await staged().ask(row, { column: 'stranger' });
      expect(refusalIn(refused)).toEqual(refusal('model not allowed', { ...row, param: 'model' }));
      expect(staged().received).toHaveLength(before);
    });

    it.each(NAMED_ROWS)('cannot use it with %s under a name that escapes the path', async (_name, row) => {
      const before = staged().received.length;
      for (const model of hostileNames(row)) {
        const refused = await staged().ask(row, { column: 'guest', options: { model } });
        expect(refusalIn(refused)).toEqual(refusal('no such value', { ...row, param: 'model' }));
      }
      expect(staged().received).toHaveLength(before);
    });

    it.each(NAMED_ROWS)(
      'is distinguished from a token for all models, which %s serves',
      async (_name, row) => {
        const { received, error } = await staged().ask(row, { column: 'guest' });
        expect([error, received.status]).toEqual([undefined, 200]);
      },
    );
  });
}
