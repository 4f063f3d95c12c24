import { defineCommand } from '../frame/command.js';

export const ledgerVerifyCommand = defineCommand({
  name: 'ledger verify',
  summary: 'verify all sums of the ledger; exits with 1 if there is a difference',
  examples: [{ line: 'ledger verify --json > ledger.json || alert', what: 'For a nightly check:' }],
  run: async (_input, output) => {
    const { runLedgerVerify } = await import('./run-ledger-verify.js');
    return runLedgerVerify(output);
  },
});
