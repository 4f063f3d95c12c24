import { type ChannelView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { findNamed } from '../admin/find-named.js';
import { describeOverride } from '../config/describe-override.js';
import { defineAdminCommand } from '../frame/command.js';
import { CHANNELS } from './channels.js';

export const channelEnableCommand = defineAdminCommand({
  name: 'channel enable',
  summary: 'take a channel into use again',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  examples: [{ line: 'channel enable main', what: 'When the trouble is over:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const channel = await setEnabled(admin, name, true);
    output.result(channel, () => [
      `The channel ${channel.name} is enabled. Running processes know within a second.`,
      ...describeOverride(channel),
    ]);
  },
});

export const channelDisableCommand = defineAdminCommand({
  name: 'channel disable',
  summary: 'take a channel out of use; what it is working on goes on',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  examples: [{ line: 'channel disable main', what: 'While its provider has trouble:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const channel = await setEnabled(admin, name, false);
    output.result(channel, () => [
      `The channel ${channel.name} is disabled. Running processes know within a second.`,
      ...describeOverride(channel),
    ]);
  },
});

/** Takes a channel into use or out of it, and answers what has become of it. */
async function setEnabled(admin: AdminClient, name: string, enabled: boolean): Promise<ChannelView> {
  const { id } = await findNamed(admin, CHANNELS, name);
  return (await admin.request('PATCH', `${CHANNELS.path}/${id}`, { enabled })) as ChannelView;
}
