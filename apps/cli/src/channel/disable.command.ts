import { defineAdminCommand } from '../frame/command.js';
import { setEnabled } from './set-enabled.js';

export const channelDisableCommand = defineAdminCommand({
  name: 'channel disable',
  summary: 'take a channel out of use; what it is working on goes on',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  examples: [{ line: 'channel disable main', what: 'While its provider has trouble:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const channel = await setEnabled(admin, name, false);
    output.result(channel, () => [
      `The channel ${channel.name} is disabled. Running processes know within a second.`,
    ]);
  },
});
