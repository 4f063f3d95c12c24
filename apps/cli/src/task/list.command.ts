import { type TaskView } from '#admin';
import { PERIOD_OPTIONS, defineListCommand, findTokenId, toPeriod } from '../admin/list-command.js';
import { showTime, showUsd } from '../frame/format.js';
import { choice, text } from '../frame/options.js';
import { type Column } from '../frame/table.js';
import { TASK_STATUSES, getTaskStyle } from './tasks.js';

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

export const taskListCommand = defineListCommand({
  name: 'task list',
  summary: 'list video tasks, newest first',
  options: {
    status: choice('filter by status', TASK_STATUSES),
    model: text('<model>', 'filter by model'),
    token: text('<name>', 'filter by token name or id'),
    owner: text('<owner>', 'filter by owner'),
    ...PERIOD_OPTIONS,
  },
  examples: [
    { line: 'task list --status failed --from 1d', what: 'Failures since yesterday:' },
    { line: `task list --status queued --json | jq '.data | length'`, what: 'Number of waiting entries:' },
  ],
  path: '/api/tasks',
  noun: 'tasks',
  columns: COLUMNS,
  toFilters: async ({ status, model, owner, token, ...period }, admin) => ({
    status,
    model,
    owner,
    token: await findTokenId(admin, token),
    ...toPeriod(period),
  }),
});
