import { defineAdminCommand } from '../frame/command.js';
import { showUsd } from '../frame/format.js';
import { requestTask } from './tasks.js';

export const taskRetryCommand = defineAdminCommand({
  name: 'task retry',
  summary: 'create a new task from a failed or cancelled video task; it is charged as a new task',
  args: [{ name: '<id>', description: 'task id: video_…' }],
  examples: [
    { line: 'task retry video_4f0c1b2a', what: 'Retry a task:' },
    { line: 'task retry video_4f0c1b2a --json | jq -r .id', what: 'Only the id of the new task:' },
  ],
  run: async ({ args: [id = ''] }, admin, output) => {
    const task = await requestTask(admin, 'POST', id, 'retry');
    output.result(task, () => [
      `Created the task ${task.id} as a retry of ${id}. Reserved ${showUsd(task.held_usd)} USD.`,
    ]);
  },
});
