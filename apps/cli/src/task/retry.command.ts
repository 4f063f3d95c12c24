import { defineAdminCommand } from '../frame/command.js';
import { showUsd } from '../frame/format.js';
import { requestTask } from './tasks.js';

export const taskRetryCommand = defineAdminCommand({
  name: 'task retry',
  summary: 'submit again what a failed or cancelled video task was to make; it costs what a new one costs',
  args: [{ name: '<id>', description: 'its id: video_…' }],
  examples: [
    { line: 'task retry video_4f0c1b2a', what: 'Once more:' },
    { line: 'task retry video_4f0c1b2a --json | jq -r .id', what: 'Only the id of the new task:' },
  ],
  run: async ({ args: [id = ''] }, admin, output) => {
    const task = await requestTask(admin, 'POST', id, 'retry');
    output.result(task, () => [
      `The task ${task.id} repeats ${id}. ${showUsd(task.held_usd)} USD are reserved for it.`,
    ]);
  },
});
