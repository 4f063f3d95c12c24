import { type UsageReportView } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { defineAdminCommand } from '../frame/command.js';
import { choice, flag, list, text } from '../frame/options.js';
import { parseMoment } from '../parse-moment.js';
import { describeUsage } from './describe-usage.js';

const INTERVALS = ['day', 'hour'] as const satisfies readonly UsageReportView['interval'][];

export const usageReportCommand = defineAdminCommand({
  name: 'usage report',
  summary: 'add up requests, tokens and money',
  options: {
    from: text(
      '<time>',
      'from a date, a date and time, or a duration ago such as 7d; 30d, by the hour 1d, if left out',
    ),
    to: text('<time>', 'up to that; now if left out'),
    by: list('<groups>', 'a sum for each model, token, owner, channel or operation, or several of these'),
    interval: choice('a sum for each day (if left out) or hour, in UTC', INTERVALS),
    csv: flag('print CSV, with every count'),
  },
  examples: [
    { line: 'usage report --from 7d --by model', what: 'What was asked for this week:' },
    {
      line: 'usage report --from 2030-01-01 --to 2030-02-01 --by owner --csv > january.csv',
      what: 'A bill:',
    },
  ],
  run: async ({ options }, admin, output) => {
    if (options.csv && output.isJson) {
      throw new CommandFailure('--csv and --json exclude each other.', exitCodes.usage);
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
