import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NAMED_ROWS } from './matrix.js';
import { refusal, refusalIn } from './refusals.js';
import { Stage } from './stage.js';

describe('a token that may not use the model', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.open({
      tokens: { stranger: { models: ['something-else'] }, guest: { models: ['*'] } },
    });
  });

  afterAll(async () => {
    await stage.closeGateway();
    await stage.close();
  });

  it.each(NAMED_ROWS)('is refused by %s, which asks nobody', async (_name, row) => {
    const before = stage.received.length;
    const refused = await stage.ask(row, { column: 'stranger' });
    expect(refusalIn(refused)).toEqual(refusal('model not allowed', { ...row, param: 'model' }));
    expect(stage.received).toHaveLength(before);
  });

  it.each(NAMED_ROWS)('is not the one that %s answers', async (_name, row) => {
    const { heard, error } = await stage.ask(row, { column: 'guest' });
    expect([error, heard.status]).toEqual([undefined, 200]);
  });
});
