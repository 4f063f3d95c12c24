import { defineAdminCommand } from '../frame/command.js';
import { requestTask } from './tasks.js';

export const taskCancelCommand = defineAdminCommand({
  name: 'task cancel',
  summary: 'cancel a video task; a task that a provider is processing is cancelled with a delay',
  args: [{ name: '<id>', description: 'task id: video_…' }],
  examples: [{ line: 'task cancel video_4f0c1b2a', what: 'Cancel a task:' }],
  run: async ({ args: [id = ''] }, admin, output) => {
    const task = await requestTask(admin, 'POST', id, 'cancel');
    output.result(task, () => [
      task.status === 'cancelled'
        ? `The task ${task.id} is cancelled.`
        : `The task ${task.id} is ${task.status}. It will be cancelled at the provider.`,
    ]);
  },
});
