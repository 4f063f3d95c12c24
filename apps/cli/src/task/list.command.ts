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
import { TASK_STATUSES, getTaskLook } from './tasks.js';

const USUAL_LIMIT = 50;

const COLUMNS: Column<TaskView>[] = [
  { title: 'TASK', value: ({ id }) => id },
  { title: 'STATUS', value: ({ status }) => status, style: getTaskLook },
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
  summary: 'show video tasks, newest first',
  options: {
    status: choice('only those that are so', TASK_STATUSES),
    model: text('<model>', 'only those of one model'),
    token: text('<name>', 'only those of one token, by its name or id'),
    owner: text('<owner>', 'only those of one owner'),
    from: text('<time>', 'no older than a date, a date and time, or a duration such as 12h or 7d'),
    to: text('<time>', 'older than that'),
    limit: number('<count>', `how many at most; ${USUAL_LIMIT} if left out`, { min: 1 }),
  },
  examples: [
    { line: 'task list --status failed --from 1d', what: 'What went wrong since yesterday:' },
    { line: `task list --status queued --json | jq '.data | length'`, what: 'How many wait:' },
  ],
  run: async ({ options }, admin, output) => {
    const { status, model, owner, limit = USUAL_LIMIT } = options;
    const [from, to] = [parseMoment('--from', options.from), parseMoment('--to', options.to)];
    const token = options.token === undefined ? undefined : await findNamed(admin, TOKENS, options.token);
    const filters = { status, model, owner, token: token?.id, from, to };
    const tasks = await readList<TaskView>(admin, '/api/tasks', filters, limit);
    output.result(tasks, () => {
      const more = tasks.next_cursor === null ? [] : ['', 'There are more: --limit says how many are shown.'];
      return [
        ...describeList({ noun: 'tasks', columns: COLUMNS, rows: tasks.data, filters }, output),
        ...more,
      ];
    });
  },
});
