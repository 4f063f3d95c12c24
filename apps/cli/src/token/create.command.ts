import { type IssuedTokenView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { choice, list, number, text } from '../frame/options.js';
import { tokenSettings } from './token-settings.js';
import { BUDGET_PERIODS, TOKENS } from './tokens.js';

export const tokenCreateCommand = defineAdminCommand({
  name: 'token create',
  summary: 'make a token to call models with; prints its key, which is never shown again',
  args: [{ name: '<name>', description: 'what it is called in lists and reports' }],
  options: {
    owner: text('<owner>', 'whose it is: the e-mail address of a member, or any other name'),
    models: list('<models>', 'the models it may use, such as gpt-5-mini or claude-*; all if left out'),
    rpm: number('<count>', 'requests in a minute'),
    tpm: number('<count>', 'tokens in a minute'),
    concurrency: number('<count>', 'requests at a time'),
    requestsPerDay: number('<count>', 'requests in a day'),
    budgetUsd: number('<usd>', 'what it may spend'),
    budgetPeriod: choice('for good (if left out), or in every day or month', BUDGET_PERIODS),
    expiresAt: text('<time>', 'when it ends, such as 2030-01-01T00:00:00Z'),
    allowedIps: list('<networks>', 'where it may be used from, such as 10.0.0.0/8'),
    cacheTtlSeconds: number('<seconds>', 'how long answers are kept for equal requests'),
  },
  examples: [
    {
      line: 'token create ci --models gpt-5-mini --rpm 60 --budget-usd 20 --budget-period monthly',
      what: 'For a build server:',
    },
    { line: 'token create laptop --owner ann@example.com --json | jq -r .key', what: 'Only its key:' },
  ],
  run: async ({ args: [name], options }, admin, output) => {
    const body = { name, ...tokenSettings(options) };
    const token = (await admin.request('POST', TOKENS.path, body)) as IssuedTokenView;
    output.result(token, () => [
      `Created the token ${token.name}.`,
      `Its key, which is shown only now: ${token.key}`,
    ]);
  },
});
