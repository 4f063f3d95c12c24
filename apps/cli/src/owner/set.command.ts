import { type OwnerLimitsInput, type OwnerView } from '#admin';
import { type ClearableSettings, composePatch } from '../frame/clearing.js';
import { defineAdminCommand } from '../frame/command.js';
import { choice, list, number } from '../frame/options.js';
import { toBudget } from '../token/token-options.js';
import { BUDGET_PERIODS } from '../token/tokens.js';

const CLEARABLE: ClearableSettings<keyof OwnerLimitsInput> = {
  rpm: true,
  tpm: true,
  concurrency: true,
  requests_per_day: true,
  budget: true,
};

export const ownerSetCommand = defineAdminCommand({
  name: 'owner set',
  summary: 'set limits for all tokens of an owner combined; other limits stay unchanged',
  args: [{ name: '<owner>', description: 'the email address of a user, or any other name' }],
  options: {
    rpm: number('<count>', 'requests per minute'),
    tpm: number('<count>', 'tokens per minute'),
    concurrency: number('<count>', 'maximum number of concurrent requests'),
    requestsPerDay: number('<count>', 'requests per day'),
    budgetUsd: number('<usd>', 'budget in USD'),
    budgetPeriod: choice('budget period (default: total)', BUDGET_PERIODS),
    clear: list('<limits>', 'limits to remove: rpm, tpm, concurrency, requests-per-day, budget'),
  },
  examples: [
    { line: 'owner set team-a --rpm 600 --budget-usd 200 --budget-period monthly', what: 'A team:' },
    { line: 'owner set team-a --clear rpm', what: 'Remove the rate limit:' },
  ],
  run: async ({ args: [name = ''], options: { clear, ...options } }, admin, output) => {
    const { rpm, tpm, concurrency, requestsPerDay, budgetUsd, budgetPeriod } = options;
    const limits: Record<keyof OwnerLimitsInput, unknown> = {
      rpm,
      tpm,
      concurrency,
      requests_per_day: requestsPerDay,
      budget: toBudget(budgetUsd, budgetPeriod),
    };
    const body = composePatch(limits, clear, CLEARABLE);
    const path = `/api/owners/${encodeURIComponent(name)}`;
    const owner = (await admin.request('PATCH', path, body)) as OwnerView;
    output.result(owner, () => [
      `Changed the limits of ${owner.name}. The change takes effect within a second.`,
    ]);
  },
});
