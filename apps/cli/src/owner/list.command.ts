import { type OwnerView } from '#admin';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { showUsd } from '../frame/format.js';
import { text } from '../frame/options.js';
import { describeList } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { describeBudget } from '../token/budget-options.js';

const COLUMNS: Column<OwnerView>[] = [
  { title: 'OWNER', value: ({ name }) => name },
  { title: 'USER', value: ({ user }) => user?.role },
  { title: 'TOKENS', value: ({ active_tokens: active, tokens }) => `${active} of ${tokens}`, align: 'right' },
  { title: 'RPM', value: ({ limits }) => limits?.rpm, align: 'right' },
  { title: 'TPM', value: ({ limits }) => limits?.tpm, align: 'right' },
  { title: 'CONCURRENCY', value: ({ limits }) => limits?.concurrency, align: 'right' },
  { title: 'PER DAY', value: ({ limits }) => limits?.requests_per_day, align: 'right' },
  { title: 'BUDGET', value: ({ limits }) => describeBudget(limits?.budget ?? null) },
  {
    title: 'LEFT',
    value: ({ budgets }) => budgets.map(describeLeft).join(', '),
    style: ({ budgets }) => (budgets.some(({ used_up: isUsedUp }) => isUsedUp) ? 'bad' : undefined),
    align: 'right',
  },
  { title: '30 DAYS USD', value: describeSpend, align: 'right' },
];

function describeLeft({ left, left_usd: usd, unit }: OwnerView['budgets'][number]): string {
  return usd === null ? `${left} ${unit}` : `${showUsd(usd)} USD`;
}

/** $0.00 would look as if requests without a known price were free. */
function describeSpend({ spent_30_days_usd: spent, unpriced_requests_30_days: unpriced }: OwnerView): string {
  if (unpriced === 0) return showUsd(spent);
  return spent === 0 ? 'unknown' : `${showUsd(spent)} + unknown`;
}

export const ownerListCommand = defineAdminCommand({
  name: 'owner list',
  summary: 'list token owners with their limits, budgets and spend, highest spend first',
  options: { search: text('<text>', 'filter by a part of the name') },
  examples: [
    { line: 'owner list', what: 'All owners:' },
    {
      line: `owner list --json | jq -r '.data[] | select(.limits == null) | .name'`,
      what: 'Owners without limits:',
    },
  ],
  run: async ({ options: { search } }, admin, output) => {
    const filters = { search };
    const owners = await readList<OwnerView>(admin, '/api/owners', { ...filters, sort: '-spent' });
    output.result(owners, () =>
      describeList({ noun: 'owners', columns: COLUMNS, rows: owners.data, filters }, output),
    );
  },
});
