import { findNamed } from '../admin/find-named.js';
import { defineAdminCommand } from '../frame/command.js';
import { CHANNELS } from './channels.js';

export const channelRemoveCommand = defineAdminCommand({
  name: 'channel remove',
  summary: 'delete a channel and its keys; what it is working on goes on, what it served stays in the log',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  examples: [{ line: 'channel remove old-account', what: 'An account is closed:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const channel = await findNamed(admin, CHANNELS, name);
    await admin.request('DELETE', `${CHANNELS.path}/${channel.id}`);
    output.result({ id: channel.id, name: channel.name, removed: true }, () => [
      `Removed the channel ${channel.name}. Running processes know within a second.`,
    ]);
  },
});
