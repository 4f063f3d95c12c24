import { defineAdminCommand } from '../frame/command.js';
import { requestTask } from './tasks.js';

export const taskCancelCommand = defineAdminCommand({
  name: 'task cancel',
  summary: 'stop a video task; one that an upstream is working on ends a little later',
  args: [{ name: '<id>', description: 'its id: video_…' }],
  examples: [{ line: 'task cancel video_4f0c1b2a', what: 'Nobody wants the video any more:' }],
  run: async ({ args: [id = ''] }, admin, output) => {
    const task = await requestTask(admin, 'POST', id, 'cancel');
    output.result(task, () => [
      task.status === 'cancelled'
        ? `The task ${task.id} is cancelled.`
        : `The task ${task.id} is ${task.status}. A worker stops it as soon as its upstream can be told.`,
    ]);
  },
});
