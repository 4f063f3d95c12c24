import { type TaskView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { readList } from '../admin/read-list.js';
import { defineAdminCommand } from '../frame/command.js';
import { describeList } from '../frame/output.js';
import { showTime, showUsd } from '../frame/format.js';
import { choice, number, text } from '../frame/options.js';
import { type Column } from '../frame/table.js';
import { parseMoment } from '../parse-moment.js';
import { TOKENS } from '../token/tokens.js';
import { TASK_STATUSES, getTaskStyle } from './tasks.js';

const DEFAULT_LIMIT = 50;

const COLUMNS: Column<TaskView>[] = [
  { title: 'TASK', value: ({ id }) => id },
  { title: 'STATUS', value: ({ status }) => status, style: getTaskStyle },
  { title: 'DONE', value: ({ progress }) => `${progress}%`, align: 'right' },
  { title: 'MODEL', value: ({ model }) => model },
  { title: 'TOKEN', value: ({ token_name: name, token_id: id }) => name ?? id },
  { title: 'CHANNEL', value: ({ channel }) => channel },
  {
    title: 'COST USD',
    value: ({ cost_usd: cost }) => (cost === null ? null : showUsd(cost)),
    align: 'right',
  },
  { title: 'CREATED', value: ({ created_at: at }) => showTime(at) },
];

export const taskListCommand = defineAdminCommand({
  name: 'task list',
  summary: 'list video tasks, newest first',
  options: {
    status: choice('filter by status', TASK_STATUSES),
    model: text('<model>', 'filter by model'),
    token: text('<name>', 'filter by token name or id'),
    owner: text('<owner>', 'filter by owner'),
    from: text('<time>', 'start: a date, a date and time, or a duration ago such as 12h or 7d'),
    to: text('<time>', 'end: a date, a date and time, or a duration ago'),
    limit: number('<count>', `maximum number of entries (default ${DEFAULT_LIMIT})`, { min: 1 }),
  },
  examples: [
    { line: 'task list --status failed --from 1d', what: 'Failures since yesterday:' },
    { line: `task list --status queued --json | jq '.data | length'`, what: 'Number of waiting entries:' },
  ],
  run: async ({ options }, admin, output) => {
    const { status, model, owner, limit = DEFAULT_LIMIT } = options;
    const [from, to] = [parseMoment('--from', options.from), parseMoment('--to', options.to)];
    const token = options.token === undefined ? undefined : await findNamed(admin, TOKENS, options.token);
    const filters = { status, model, owner, token: token?.id, from, to };
    const tasks = await readList<TaskView>(admin, '/api/tasks', filters, limit);
    output.result(tasks, () => {
      const more =
        tasks.next_cursor === null ? [] : ['', 'There are more entries. Use --limit to show more.'];
      return [
        ...describeList({ noun: 'tasks', columns: COLUMNS, rows: tasks.data, filters }, output),
        ...more,
      ];
    });
  },
});
