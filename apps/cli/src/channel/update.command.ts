import { type ChannelChangesInput, type ChannelView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { type ClearableSettings, composePatch } from '../frame/clearing.js';
import { defineAdminCommand } from '../frame/command.js';
import { choice, list, text } from '../frame/options.js';
import { CHANNEL_OPTIONS, channelSettings, readApiKeys } from './channel-options.js';
import { CHANNELS } from './channels.js';
import { readAuth } from './read-auth.js';

const CLEARABLE: ClearableSettings<
  Exclude<keyof ChannelChangesInput, 'name' | 'provider' | 'models' | 'enabled'>
> = {
  base_url: true,
  api_keys: true,
  priority: true,
  weight: true,
  max_concurrency: true,
  max_connections: true,
  prompt_caching: true,
  repair: true,
  believe_upstream_cost: true,
  formats: true,
  headers: true,
  api_version: true,
  region: true,
  project: true,
  location: true,
  auth: true,
  timeouts: true,
};

export const channelUpdateCommand = defineAdminCommand({
  name: 'channel update',
  summary: 'change the given settings of a channel; keys are read from the environment or stdin',
  args: [{ name: '<name>', description: 'name or id' }],
  options: {
    rename: text('<name>', 'new name'),
    ...CHANNEL_OPTIONS,
    believeUpstreamCost: choice('whether to use the cost that the provider reports', ['on', 'off']),
    clear: list('<settings>', 'settings to reset to their defaults: base-url, weight, formats, …'),
  },
  examples: [
    { line: 'channel update main --api-key-env NEXT_KEY', what: 'A new key:' },
    {
      line: 'channel update main --priority 10 --clear max-concurrency',
      what: 'Highest priority, no concurrency limit:',
    },
  ],
  run: async ({ args: [name = ''], options: { rename, clear, ...options } }, admin, output) => {
    const secrets = { api_keys: await readApiKeys(options), auth: await readAuth(options) };
    const body = composePatch({ name: rename, ...channelSettings(options), ...secrets }, clear, CLEARABLE);
    const { id } = await findNamed(admin, CHANNELS, name);
    const channel = (await admin.request('PATCH', `${CHANNELS.path}/${id}`, body)) as ChannelView;
    output.result(channel, () => [
      `Changed the channel ${channel.name}. The change takes effect within a second.`,
    ]);
  },
});
