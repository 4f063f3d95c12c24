import { defineAdminCommand } from '../frame/command.js';
import { setEnabled } from './set-enabled.js';

export const channelEnableCommand = defineAdminCommand({
  name: 'channel enable',
  summary: 'take a channel into use again',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  examples: [{ line: 'channel enable main', what: 'When the trouble is over:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const channel = await setEnabled(admin, name, true);
    output.result(channel, () => [
      `The channel ${channel.name} is enabled. Running processes know within a second.`,
    ]);
  },
});
