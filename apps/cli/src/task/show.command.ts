import { defineAdminCommand } from '../frame/command.js';
import { describeTask } from './describe-task.js';
import { requestTask } from './request-task.js';

export const taskShowCommand = defineAdminCommand({
  name: 'task show',
  summary: 'show a video task and everything that happened to it',
  args: [{ name: '<id>', description: 'its id: video_…' }],
  examples: [
    { line: 'task show video_4f0c1b2a', what: 'Why did it fail?' },
    { line: 'task show video_4f0c1b2a --json | jq -r .file.url', what: 'Where its video is:' },
  ],
  run: async ({ args: [id = ''] }, admin, output) => {
    const task = await requestTask(admin, 'GET', id);
    output.result(task, () => describeTask(task, output));
  },
});
