import { type TokenView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { describeList } from '../frame/output.js';
import { showTime, showUsd } from '../frame/format.js';
import { choice, text } from '../frame/options.js';
import { type Column } from '../frame/table.js';
import { TOKENS, TOKEN_STATUSES } from './tokens.js';

const COLUMNS: Column<TokenView>[] = [
  { title: 'NAME', value: ({ name }) => name },
  {
    title: 'STATUS',
    value: ({ status }) => status,
    style: ({ status }) => (status === 'active' ? 'good' : 'bad'),
  },
  { title: 'OWNER', value: ({ owner }) => owner },
  { title: 'KEY', value: ({ key_hint: hint }) => hint },
  { title: 'MODELS', value: ({ models }) => models?.join(', ') ?? 'all' },
  { title: 'SPENT USD', value: ({ spent_usd: spent }) => showUsd(spent), align: 'right' },
  { title: 'BUDGET USD', value: describeBudget },
  { title: 'LAST USED', value: ({ last_used_at: at }) => showTime(at) },
  { title: 'ORIGIN', value: ({ origin }) => origin },
];

export const tokenListCommand = defineAdminCommand({
  name: 'token list',
  summary: 'show tokens and what they have spent, newest first',
  options: {
    owner: text('<owner>', 'only those of one owner'),
    status: choice('only those that are so', TOKEN_STATUSES),
    search: text('<text>', 'only those whose name contains this'),
  },
  examples: [
    { line: 'token list --status active', what: 'Those that can be used:' },
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

function describeBudget({ budget }: TokenView): string | undefined {
  if (budget === null) return undefined;
  return budget.period === 'total' ? showUsd(budget.usd) : `${showUsd(budget.usd)} ${budget.period}`;
}
