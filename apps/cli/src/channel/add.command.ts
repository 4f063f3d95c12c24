import { type ChannelView } from '#admin';
import { defineAdminCommand } from '../frame/command.js';
import { counted } from '../frame/format.js';
import { choice, flag, list, number, text } from '../frame/options.js';
import { readAuth } from './read-auth.js';
import { keysInEnvironment } from './keys-in-environment.js';
import { CHANNELS } from './channels.js';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { readSecret } from '../read-secret.js';

const MIN_PRIORITY = -1_000_000;

export const channelAddCommand = defineAdminCommand({
  name: 'channel add',
  summary: 'add an account at a provider, or a server of your own; keys never stand on the command line',
  args: [{ name: '<name>', description: 'what it is called in lists and reports' }],
  options: {
    provider: text('<provider>', 'whose service it is: openai, anthropic, gemini, openai-compatible, …'),
    models: list('<models>', 'what it serves: gpt-5-mini, or fast=gpt-5-nano under a name of your own'),
    baseUrl: text('<url>', 'where it is, if not where the provider usually is'),
    apiKeyEnv: list('<names>', 'the environment variables that hold its keys, which are used in turn'),
    apiKeyStdin: flag('read its keys from stdin, one on each line'),
    priority: number('<number>', 'higher is tried first; 0 if left out', { min: MIN_PRIORITY }),
    weight: number('<number>', 'its share among channels of the same priority; 1 if left out'),
    maxConcurrency: number('<count>', 'requests at a time'),
    maxConnections: number('<count>', 'connections to its address at a time; 10000 if left out'),
    promptCaching: choice('cache breakpoints where requests are translated for it; on if left out', [
      'on',
      'off',
    ]),
    repair: choice('leave out what its models are known to refuse; off if left out', ['on', 'off']),
    believeUpstreamCost: flag('requests cost what the service says that they do, where it says so'),
    formats: list('<formats>', 'what it speaks, if not what the provider usually does'),
    apiVersion: text('<version>', 'for azure-openai'),
    region: text('<region>', 'where in its cloud it is: eu-west-1'),
    project: text('<project>', 'whose project it is, for vertex'),
    location: text('<location>', 'where in its cloud it is, for vertex: global'),
    auth: choice('an identity in place of keys; alone, that of this machine', ['aws', 'google', 'entra']),
    authSet: list('<settings>', 'what the identity is made of: role_arn=arn:aws:…, tenant_id=…'),
    authEnv: list(
      '<settings>',
      'its secrets, as variables that hold them: client_secret=AZURE_CLIENT_SECRET',
    ),
    disabled: flag('do not use it yet'),
  },
  examples: [
    {
      line: 'channel add main --provider openai --models gpt-5-mini,fast=gpt-5-nano --api-key-env OPENAI_API_KEY',
      what: 'With a key that the environment holds:',
    },
    {
      line: 'channel add main --provider anthropic --models "claude-*" --api-key-stdin < keys.txt',
      what: 'With several keys from a file:',
    },
    {
      line: 'channel add local --provider ollama --base-url http://127.0.0.1:11434 --models llama3.2',
      what: 'A server that needs no key:',
    },
    {
      line: 'channel add azure --provider azure-openai --base-url https://a.openai.azure.com --models gpt-5 --auth entra --auth-set tenant_id=t,client_id=c --auth-env client_secret=AZURE_CLIENT_SECRET',
      what: 'With an identity in place of a key:',
    },
  ],
  run: async ({ args: [name], options }, admin, output) => {
    const secrets = { api_keys: await readApiKeys(options), auth: await readAuth(options) };
    const body = { name, ...channelSettings(options), ...secrets };
    const channel = (await admin.request('POST', CHANNELS.path, body)) as ChannelView;
    output.result(channel, () => [
      `Added the channel ${channel.name} with ${counted(channel.models.length, 'model')}.`,
      `To see whether it works: modelgate channel test ${quoted(channel.name)}`,
    ]);
  },
});

/** What was written about a channel on the command line, but for its keys. */
interface ChannelOptions {
  provider: string | undefined;
  models: string[] | undefined;
  baseUrl: string | undefined;
  priority: number | undefined;
  weight: number | undefined;
  maxConcurrency: number | undefined;
  maxConnections: number | undefined;
  promptCaching: 'on' | 'off' | undefined;
  repair: 'on' | 'off' | undefined;
  believeUpstreamCost: boolean;
  formats: string[] | undefined;
  apiVersion: string | undefined;
  region: string | undefined;
  project: string | undefined;
  location: string | undefined;
  disabled: boolean;
}

interface ApiKeyOptions {
  apiKeyEnv: string[] | undefined;
  apiKeyStdin: boolean;
}

/** As a shell takes it. */
function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}

/** The keys themselves, from where they were said to be; undefined where nothing was said. */
async function readApiKeys({ apiKeyEnv, apiKeyStdin }: ApiKeyOptions): Promise<string[] | undefined> {
  if (apiKeyEnv !== undefined && apiKeyStdin) {
    throw new CommandFailure('--api-key-env and --api-key-stdin exclude each other.', exitCodes.usage);
  }
  if (apiKeyEnv !== undefined) return keysInEnvironment('--api-key-env', apiKeyEnv);
  if (!apiKeyStdin) return undefined;
  const lines = (await readSecret('--api-key-stdin')).split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** The same in the words of the admin API. */
function channelSettings(options: ChannelOptions): object {
  const { provider, models, priority, weight, formats } = options;
  return {
    provider,
    models: models?.map(getModel),
    base_url: options.baseUrl,
    priority,
    weight,
    max_concurrency: options.maxConcurrency,
    max_connections: options.maxConnections,
    prompt_caching: options.promptCaching && options.promptCaching === 'on',
    repair: options.repair && options.repair === 'on',
    believe_upstream_cost: options.believeUpstreamCost ? true : undefined,
    formats,
    api_version: options.apiVersion,
    region: options.region,
    project: options.project,
    location: options.location,
    enabled: options.disabled ? false : undefined,
  };
}

/** `fast=gpt-5-nano` is served as `fast`, and called `gpt-5-nano` upstream. */
function getModel(written: string): string | { id: string; upstream: string } {
  const [id = '', ...upstream] = written.split('=');
  return upstream.length === 0 ? id : { id, upstream: upstream.join('=') };
}
