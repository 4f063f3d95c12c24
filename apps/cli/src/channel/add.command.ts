import { type ChannelView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { formatCount } from '../frame/format.js';
import { flag } from '../frame/options.js';
import { readAuth } from './read-auth.js';
import { CHANNEL_OPTIONS, channelSettings, readApiKeys } from './channel-options.js';
import { CHANNELS } from './channels.js';

export const channelAddCommand = defineAdminCommand({
  name: 'channel add',
  summary: 'add a provider account or a self-hosted server; keys are read from the environment or stdin',
  args: [{ name: '<name>', description: 'name, as shown in lists and reports' }],
  options: {
    ...CHANNEL_OPTIONS,
    believeUpstreamCost: flag('use the cost that the provider reports, if it reports one'),
    disabled: flag('add the channel disabled'),
  },
  examples: [
    {
      line: 'channel add main --provider openai --models gpt-5-mini,fast=gpt-5-nano --api-key-env OPENAI_API_KEY',
      what: 'With a key from the environment:',
    },
    {
      line: 'channel add main --provider anthropic --models "claude-*" --api-key-stdin < keys.txt',
      what: 'With several keys from a file:',
    },
    {
      line: 'channel add local --provider ollama --base-url http://127.0.0.1:11434 --models llama3.2',
      what: 'A server without a key:',
    },
    {
      line: 'channel add azure --provider azure-openai --base-url https://a.openai.azure.com --models gpt-5 --auth entra --auth-set tenant_id=t,client_id=c --auth-env client_secret=AZURE_CLIENT_SECRET',
      what: 'With an identity instead of a key:',
    },
  ],
  run: async ({ args: [name], options }, admin, output) => {
    const secrets = { api_keys: await readApiKeys(options), auth: await readAuth(options) };
    const believeUpstreamCost = options.believeUpstreamCost ? 'on' : undefined;
    const settings = channelSettings({ ...options, believeUpstreamCost });
    const body = { name, ...settings, ...secrets, enabled: options.disabled ? false : undefined };
    const channel = (await admin.request('POST', CHANNELS.path, body)) as ChannelView;
    output.result(channel, () => [
      `Added the channel ${channel.name} with ${formatCount(channel.models.length, 'model')}.`,
      `To test it: modelgate channel test ${quoted(channel.name)}`,
    ]);
  },
});

/** Quotes a name for a shell. */
function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}
