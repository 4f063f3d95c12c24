import { type ChannelView } from '#admin';
import { findNamed } from '../admin/find-named.js';
import { withCleared } from '../frame/clearing.js';
import { defineAdminCommand } from '../frame/command.js';
import { choice, list, text } from '../frame/options.js';
import { CHANNEL_OPTIONS, channelSettings, readApiKeys } from './channel-options.js';
import { CHANNELS } from './channels.js';
import { readAuth } from './read-auth.js';

const CLEARABLE = [
  'base_url',
  'api_keys',
  'priority',
  'weight',
  'max_concurrency',
  'max_connections',
  'prompt_caching',
  'repair',
  'believe_upstream_cost',
  'formats',
  'headers',
  'api_version',
  'region',
  'project',
  'location',
  'auth',
  'timeouts',
];

export const channelUpdateCommand = defineAdminCommand({
  name: 'channel update',
  summary: 'change a channel; what is not named stays as it is, and keys never stand on the command line',
  args: [{ name: '<name>', description: 'its name, or its id' }],
  options: {
    rename: text('<name>', 'what it is called from now on'),
    ...CHANNEL_OPTIONS,
    believeUpstreamCost: choice('whether requests cost what the service says that they do', ['on', 'off']),
    clear: list('<settings>', 'what goes back to what is usual: base-url, weight, formats, …'),
  },
  examples: [
    { line: 'channel update main --api-key-env NEXT_KEY', what: 'A new key:' },
    {
      line: 'channel update main --priority 10 --clear max-concurrency',
      what: 'First, and without a limit:',
    },
  ],
  run: async ({ args: [name = ''], options: { rename, clear, ...options } }, admin, output) => {
    const secrets = { api_keys: await readApiKeys(options), auth: await readAuth(options) };
    const body = withCleared({ name: rename, ...channelSettings(options), ...secrets }, clear, CLEARABLE);
    const { id } = await findNamed(admin, CHANNELS, name);
    const channel = (await admin.request('PATCH', `${CHANNELS.path}/${id}`, body)) as ChannelView;
    output.result(channel, () => [
      `Changed the channel ${channel.name}. Running processes know within a second.`,
    ]);
  },
});
