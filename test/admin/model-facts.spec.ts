import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../harness/index.js';
import { updateInputPrices } from './update-catalogue.js';

describe('the stored facts of models', () => {
  it('are not updated by a caller without models:write', async () => {
    const database = await createTestDatabase();
    const readFacts = () => database.query('SELECT id, facts, updated_at FROM model_facts');
    const before = await readFacts();
    const caller = { kind: 'admin-token', id: 'a', name: 'a', scopes: ['tokens:write'] } as const;
    await expect(updateInputPrices(database.url, { 'gpt-5-nano': 78 }, caller)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(await readFacts()).toEqual(before);
    await database.drop();
  });
});
