import { type ChannelView } from '#admin';
import { type AdminClient } from '../admin/admin-client.js';
import { findNamed } from '../admin/find-named.js';
import { describeOverride } from '../config/describe-override.js';
import { defineAdminCommand } from '../frame/command.js';
import { CHANNELS } from './channels.js';

export const channelEnableCommand = defineAdminCommand({
  name: 'channel enable',
  summary: 'enable a channel',
  args: [{ name: '<name>', description: 'name or id' }],
  examples: [{ line: 'channel enable main', what: 'After an incident:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const channel = await setEnabled(admin, name, true);
    output.result(channel, () => [
      `The channel ${channel.name} is enabled. The change takes effect within a second.`,
      ...describeOverride(channel),
    ]);
  },
});

export const channelDisableCommand = defineAdminCommand({
  name: 'channel disable',
  summary: 'disable a channel; requests in progress continue',
  args: [{ name: '<name>', description: 'name or id' }],
  examples: [{ line: 'channel disable main', what: 'During an outage of its provider:' }],
  run: async ({ args: [name = ''] }, admin, output) => {
    const channel = await setEnabled(admin, name, false);
    output.result(channel, () => [
      `The channel ${channel.name} is disabled. The change takes effect within a second.`,
      ...describeOverride(channel),
    ]);
  },
});

/** Enables or disables a channel, and returns the changed channel. */
async function setEnabled(admin: AdminClient, name: string, enabled: boolean): Promise<ChannelView> {
  const { id } = await findNamed(admin, CHANNELS, name);
  return (await admin.request('PATCH', `${CHANNELS.path}/${id}`, { enabled })) as ChannelView;
}
