import { defineCommand } from '../frame/command.js';

export const ledgerVerifyCommand = defineCommand({
  name: 'ledger verify',
  summary: 'recompute every sum of the ledger; ends with 1 where anything is not as it should be',
  examples: [{ line: 'ledger verify --json > ledger.json || alert', what: 'For a nightly check:' }],
  run: async (_input, output) => {
    const { verifyBooks } = await import('./verify-books.js');
    return verifyBooks(output);
  },
});
