import { findNamed } from '../admin/find-named.js';
import { defineAdminCommand } from '../frame/command.js';
import { CHANNELS } from './channels.js';

export const channelRemoveCommand = defineAdminCommand({
  name: 'channel remove',
  summary: 'delete a channel and its keys; requests in progress continue, logged requests are kept',
  args: [{ name: '<name>', description: 'name or id' }],
  examples: [{ line: 'channel remove old-account', what: 'After an account was closed:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const channel = await findNamed(admin, CHANNELS, name);
    await admin.request('DELETE', `${CHANNELS.path}/${channel.id}`);
    output.result({ id: channel.id, name: channel.name, removed: true }, () => [
      `Removed the channel ${channel.name}. The change takes effect within a second.`,
    ]);
  },
});
