import { OUTCOMES } from '#canonical';
import { expect, it } from '@jest/globals';
import { KNOWN_OUTCOMES } from '../../apps/web/src/api/outcomes.js';

it('are known to the console; `npm run web:types` writes them', () => {
  const outcomes = Object.entries(OUTCOMES).map(([outcome, { label, group }]) => ({ outcome, label, group }));
  expect(KNOWN_OUTCOMES).toEqual(outcomes);
});
