import { type OwnerView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { showUsd } from '../frame/format.js';
import { text } from '../frame/options.js';
import { describeList } from '../frame/output.js';
import { type Column } from '../frame/table.js';

const COLUMNS: Column<OwnerView>[] = [
  { title: 'OWNER', value: ({ name }) => name },
  { title: 'USER', value: ({ user }) => user?.role },
  { title: 'TOKENS', value: ({ active_tokens: active, tokens }) => `${active} of ${tokens}`, align: 'right' },
  { title: 'RPM', value: ({ limits }) => limits?.rpm, align: 'right' },
  { title: 'TPM', value: ({ limits }) => limits?.tpm, align: 'right' },
  { title: 'AT A TIME', value: ({ limits }) => limits?.concurrency, align: 'right' },
  { title: 'A DAY', value: ({ limits }) => limits?.requests_per_day, align: 'right' },
  { title: 'BUDGET USD', value: describeBudget },
];

export const ownerListCommand = defineAdminCommand({
  name: 'owner list',
  summary: 'show whose tokens there are, and what each may use with all of them together',
  options: { search: text('<text>', 'only those whose name contains this') },
  examples: [
    { line: 'owner list', what: 'Everybody:' },
    {
      line: `owner list --json | jq -r '.data[] | select(.limits == null) | .name'`,
      what: 'Whom nothing limits:',
    },
  ],
  run: async ({ options: { search } }, admin, output) => {
    const filters = { search };
    const owners = await readList<OwnerView>(admin, '/api/owners', filters);
    output.result(owners, () =>
      describeList({ noun: 'owners', columns: COLUMNS, rows: owners.data, filters }, output),
    );
  },
});

function describeBudget({ limits }: OwnerView): string | undefined {
  const budget = limits?.budget ?? null;
  if (budget === null) return undefined;
  return budget.period === 'total' ? showUsd(budget.usd) : `${showUsd(budget.usd)} ${budget.period}`;
}
