import { type UsageReportView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { formatCount, showTime, showUsd } from '../frame/format.js';
import { choice, flag, list, text } from '../frame/options.js';
import { type Output } from '../frame/output.js';
import { type Column } from '../frame/table.js';
import { parseMoment } from '../parse-moment.js';

const INTERVALS = ['day', 'hour'] as const satisfies readonly UsageReportView['interval'][];

type Sum = UsageReportView['data'][number];
type Group = UsageReportView['group_by'][number];

const COUNTS: Column<Sum>[] = [
  { title: 'REQUESTS', value: ({ requests }) => requests, align: 'right' },
  { title: 'ERRORS', value: ({ errors }) => errors, align: 'right' },
  { title: 'INPUT TOKENS', value: ({ usage }) => usage.input_tokens, align: 'right' },
  { title: 'OUTPUT TOKENS', value: ({ usage }) => usage.output_tokens, align: 'right' },
  { title: 'COST USD', value: ({ cost_usd: cost }) => showUsd(cost), align: 'right' },
];

export const usageReportCommand = defineAdminCommand({
  name: 'usage report',
  summary: 'report requests, tokens and cost',
  options: {
    from: text(
      '<time>',
      'start: a date, a date and time, or a duration ago such as 7d (default: 30d, by hour: 1d)',
    ),
    to: text('<time>', 'end (default: now)'),
    by: list('<groups>', 'group by model, token, owner, channel, operation or session; several are possible'),
    interval: choice('interval in UTC: day (default) or hour', INTERVALS),
    csv: flag('print CSV with all columns'),
  },
  examples: [
    { line: 'usage report --from 7d --by model', what: 'Usage by model of the last week:' },
    {
      line: 'usage report --from 2030-01-01 --to 2030-02-01 --by owner --csv > january.csv',
      what: 'A bill:',
    },
  ],
  run: async ({ options }, admin, output) => {
    if (options.csv && output.isJson) {
      throw new CommandFailure('--csv and --json cannot be combined.', exitCodes.usage);
    }
    const query = {
      from: parseMoment('--from', options.from),
      to: parseMoment('--to', options.to),
      group_by: options.by?.join(','),
      interval: options.interval,
    };
    if (options.csv) {
      const csv = await admin.requestText('GET', '/api/usage.csv', undefined, query);
      output.result(csv, () => csv.replace(/\n$/, '').split('\n'));
      return;
    }
    const report = (await admin.request('GET', '/api/usage', undefined, query)) as UsageReportView;
    output.result(report, () => describeUsage(report, output));
  },
});

/** A table of the sums, followed by their total. */
function describeUsage(report: UsageReportView, output: Output): string[] {
  const { data, from, to } = report;
  const period = `from ${showTime(from)} to ${showTime(to)}`;
  if (data.length === 0) return [`No usage ${period}.`];
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
  if (group === 'token') return sum.token_name ?? sum.token_id;
  return group === 'session' ? sum.session_id : sum[group];
}

function getTotal(data: readonly Sum[]): string {
  const total = (getValue: (sum: Sum) => number): number =>
    data.reduce((subtotal, sum) => subtotal + getValue(sum), 0);
  const unknown = total(({ requests_of_unknown_cost: count }) => count);
  const requests = formatCount(
    total(({ requests: count }) => count),
    'request',
  );
  const cost = `${showUsd(total(({ cost_usd: usd }) => usd))} USD`;
  return unknown === 0 ? `${requests}, ${cost},` : `${requests}, ${cost} (${unknown} of unknown price),`;
}
