import { type OwnerLimitsInput, type OwnerView } from '#admin';
import { type ClearableSettings, composePatch } from '../frame/clearing.js';
import { defineAdminCommand } from '../frame/command.js';
import { list, number } from '../frame/options.js';
import { declareBudgetOptions, readBudgetOptions } from '../token/budget-options.js';

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
    ...declareBudgetOptions('budget', 'budget'),
    clear: list('<limits>', 'limits to remove: rpm, tpm, concurrency, requests-per-day, budget'),
  },
  examples: [
    { line: 'owner set team-a --rpm 600 --budget-usd 200 --budget-period monthly', what: 'A team:' },
    { line: 'owner set team-a --budget 40usd/daily,500usd/monthly', what: 'Two budgets at once:' },
    { line: 'owner set team-a --clear rpm', what: 'Remove the rate limit:' },
  ],
  run: async ({ args: [name = ''], options: { clear, ...options } }, admin, output) => {
    const { rpm, tpm, concurrency, requestsPerDay } = options;
    const limits: Record<keyof OwnerLimitsInput, unknown> = {
      rpm,
      tpm,
      concurrency,
      requests_per_day: requestsPerDay,
      budget: readBudgetOptions('budget', options),
    };
    const body = composePatch(limits, clear, CLEARABLE);
    const path = `/api/owners/${encodeURIComponent(name)}`;
    const owner = (await admin.request('PATCH', path, body)) as OwnerView;
    output.result(owner, () => [
      `Changed the limits of ${owner.name}. The change takes effect within a second.`,
    ]);
  },
});
