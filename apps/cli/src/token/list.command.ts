import { type TokenView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { describeList } from '../frame/output.js';
import { showTime, showUsd } from '../frame/format.js';
import { choice, text } from '../frame/options.js';
import { type Column } from '../frame/table.js';
import { describeBudget } from './budget-options.js';
import { TOKENS, TOKEN_STATUSES } from './tokens.js';

const COLUMNS: Column<TokenView>[] = [
  { title: 'NAME', value: ({ name }) => name },
  {
    title: 'STATUS',
    value: describeStatus,
    style: (token) => (describeStatus(token) === 'active' ? 'good' : 'bad'),
  },
  { title: 'OWNER', value: ({ owner }) => owner },
  { title: 'KEY', value: ({ key_hint: hint }) => hint },
  { title: 'MODELS', value: ({ models }) => models?.join(', ') ?? 'all' },
  { title: 'SPENT USD', value: ({ spent_usd: spent }) => showUsd(spent), align: 'right' },
  { title: 'BUDGET', value: ({ budget }) => describeBudget(budget) },
  { title: 'LAST USED', value: ({ last_used_at: at }) => showTime(at) },
  { title: 'ORIGIN', value: ({ origin }) => origin },
];

export const tokenListCommand = defineAdminCommand({
  name: 'token list',
  summary: 'list API tokens and their spending, newest first',
  options: {
    owner: text('<owner>', 'filter by owner'),
    status: choice('filter by status', TOKEN_STATUSES),
    search: text('<text>', 'filter by a part of the name'),
  },
  examples: [
    { line: 'token list --status active', what: 'Active tokens:' },
    { line: `token list --json | jq -r '.data[].name'`, what: 'Only names:' },
  ],
  run: async ({ options: { owner, status, search } }, admin, output) => {
    const filters = { owner, status, search };
    const tokens = await readList<TokenView>(admin, TOKENS.path, filters);
    output.result(tokens, () =>
      describeList({ noun: 'tokens', columns: COLUMNS, rows: tokens.data, filters }, output),
    );
  },
});

/** A token with a used up budget is not shown as active, because its requests are rejected. */
function describeStatus({ status, budgets }: TokenView): string {
  const isUsedUp = budgets.some(({ used_up: isUsedUp }) => isUsedUp);
  return status === 'active' && isUsedUp ? 'budget used up' : status;
}
