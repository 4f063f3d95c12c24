import { type UsageReportView } from '#admin';
import { counted } from '../frame/counted.js';
import { type Output } from '../frame/output.js';
import { showTime } from '../frame/show-time.js';
import { showUsd } from '../frame/show-usd.js';
import { type Column } from '../frame/table.js';

type Sum = UsageReportView['data'][number];
type Group = UsageReportView['group_by'][number];

const COUNTS: Column<Sum>[] = [
  { title: 'REQUESTS', value: ({ requests }) => requests, align: 'right' },
  { title: 'ERRORS', value: ({ errors }) => errors, align: 'right' },
  { title: 'INPUT TOKENS', value: ({ usage }) => usage.input_tokens, align: 'right' },
  { title: 'OUTPUT TOKENS', value: ({ usage }) => usage.output_tokens, align: 'right' },
  { title: 'COST USD', value: ({ cost_usd: cost }) => showUsd(cost), align: 'right' },
];

/** A table of the sums, and their total below. */
export function describeUsage(report: UsageReportView, output: Output): string[] {
  const { data, from, to } = report;
  const period = `from ${showTime(from)} to ${showTime(to)}`;
  if (data.length === 0) return [`Nothing was used ${period}.`];
  return [...output.table(toColumns(report), data), '', `${getTotal(data)} ${period}.`];
}

function toColumns({ interval, group_by: groups }: UsageReportView): Column<Sum>[] {
  return [
    {
      title: interval === 'day' ? 'DAY' : 'HOUR',
      value: ({ starts_at: at }) => (interval === 'day' ? at.slice(0, 10) : showTime(at)),
    },
    ...groups.map((group) => ({ title: group.toUpperCase(), value: (sum: Sum) => getName(sum, group) })),
    ...COUNTS,
  ];
}

function getName(sum: Sum, group: Group): string | null | undefined {
  return group === 'token' ? (sum.token_name ?? sum.token_id) : sum[group];
}

function getTotal(data: readonly Sum[]): string {
  const total = (pick: (sum: Sum) => number): number => data.reduce((all, sum) => all + pick(sum), 0);
  const unknown = total(({ requests_of_unknown_cost: count }) => count);
  const requests = counted(
    total(({ requests: count }) => count),
    'request',
  );
  const cost = `${showUsd(total(({ cost_usd: usd }) => usd))} USD`;
  return unknown === 0 ? `${requests}, ${cost},` : `${requests}, ${cost} (${unknown} of unknown price),`;
}
