import { type OwnerView } from '#admin';
import { withCleared } from '../frame/clearing.js';
import { defineAdminCommand } from '../frame/command.js';
import { choice, list, number } from '../frame/options.js';
import { toBudget } from '../token/token-options.js';
import { BUDGET_PERIODS } from '../token/tokens.js';

const CLEARABLE = ['rpm', 'tpm', 'concurrency', 'requests_per_day', 'budget'];

export const ownerSetCommand = defineAdminCommand({
  name: 'owner set',
  summary: 'limit what all tokens of one owner may use together; what is not named stays as it is',
  args: [{ name: '<owner>', description: 'the e-mail address of a user, or any other name' }],
  options: {
    rpm: number('<count>', 'requests in a minute'),
    tpm: number('<count>', 'tokens in a minute'),
    concurrency: number('<count>', 'requests at a time'),
    requestsPerDay: number('<count>', 'requests in a day'),
    budgetUsd: number('<usd>', 'what they may spend'),
    budgetPeriod: choice('for good (if left out), or in every day or month', BUDGET_PERIODS),
    clear: list('<limits>', 'what no longer limits them: rpm, tpm, concurrency, requests-per-day, budget'),
  },
  examples: [
    { line: 'owner set team-a --rpm 600 --budget-usd 200 --budget-period monthly', what: 'A team:' },
    { line: 'owner set team-a --clear rpm', what: 'As fast as it can:' },
  ],
  run: async ({ args: [name = ''], options: { clear, ...options } }, admin, output) => {
    const { rpm, tpm, concurrency, requestsPerDay } = options;
    const limits = { rpm, tpm, concurrency, requests_per_day: requestsPerDay, budget: toBudget(options) };
    const body = withCleared(limits, clear, CLEARABLE);
    const path = `/api/owners/${encodeURIComponent(name)}`;
    const owner = (await admin.request('PATCH', path, body)) as OwnerView;
    output.result(owner, () => [
      `Changed what ${owner.name} may use. Running processes know within a second.`,
    ]);
  },
});
