import { type ChannelChangesInput } from '#admin';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { choice, flag, list, number, text } from '../frame/options.js';
import { readSecret } from '../read-secret.js';
import { keysInEnvironment } from './keys-in-environment.js';

const MIN_PRIORITY = -1_000_000;

/** The options for the settings of a channel. */
export const CHANNEL_OPTIONS = {
  provider: text('<provider>', 'provider: openai, anthropic, gemini, openai-compatible, …'),
  models: list('<models>', 'models to serve: gpt-5-mini, or fast=gpt-5-nano for a public name of your own'),
  baseUrl: text('<url>', 'base URL, if not the default of the provider'),
  apiKeyEnv: list('<names>', 'environment variables with the API keys, which are rotated'),
  apiKeyStdin: flag('read the API keys from stdin, one per line'),
  priority: number('<number>', 'channels with a higher priority are tried first (default 0)', {
    min: MIN_PRIORITY,
  }),
  weight: number('<number>', 'share of requests among channels of the same priority (default 1)'),
  maxConcurrency: number('<count>', 'maximum number of concurrent requests'),
  maxConnections: number('<count>', 'maximum number of connections to its address (default 10000)'),
  promptCaching: choice('add cache breakpoints to translated requests (default on)', ['on', 'off']),
  repair: choice('drop parameters that its models are known to reject (default off)', ['on', 'off']),
  formats: list('<formats>', 'wire formats, if not the default of the provider'),
  apiVersion: text('<version>', 'API version, for azure-openai'),
  region: text('<region>', 'cloud region, such as eu-west-1'),
  project: text('<project>', 'cloud project, for vertex'),
  location: text('<location>', 'cloud location, for vertex, such as global'),
  auth: choice('use a cloud identity instead of keys; without settings, the identity of this machine', [
    'aws',
    'google',
    'entra',
  ]),
  authSet: list('<settings>', 'identity settings: role_arn=arn:aws:…, tenant_id=…'),
  authEnv: list(
    '<settings>',
    'identity secrets from environment variables: client_secret=AZURE_CLIENT_SECRET',
  ),
};

/** The given settings of a channel, without its keys. */
export interface ChannelOptions {
  provider: string | undefined;
  models: string[] | undefined;
  baseUrl: string | undefined;
  priority: number | undefined;
  weight: number | undefined;
  maxConcurrency: number | undefined;
  maxConnections: number | undefined;
  promptCaching: 'on' | 'off' | undefined;
  repair: 'on' | 'off' | undefined;
  believeUpstreamCost: 'on' | 'off' | undefined;
  formats: string[] | undefined;
  apiVersion: string | undefined;
  region: string | undefined;
  project: string | undefined;
  location: string | undefined;
}

interface ApiKeyOptions {
  apiKeyEnv: string[] | undefined;
  apiKeyStdin: boolean;
}

/** Reads the keys from the environment or from stdin; undefined if neither is given. */
export async function readApiKeys({ apiKeyEnv, apiKeyStdin }: ApiKeyOptions): Promise<string[] | undefined> {
  if (apiKeyEnv !== undefined && apiKeyStdin) {
    throw new CommandFailure('--api-key-env and --api-key-stdin cannot be combined.', exitCodes.usage);
  }
  if (apiKeyEnv !== undefined) return keysInEnvironment('--api-key-env', apiKeyEnv);
  if (!apiKeyStdin) return undefined;
  const lines = (await readSecret('--api-key-stdin')).split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** Names and secrets have other options or commands; headers and timeouts cannot be set by the CLI. */
type OtherSettings = 'name' | 'enabled' | 'api_keys' | 'auth' | 'headers' | 'timeouts';

/** The body of a request for the options. */
export function channelSettings(
  options: ChannelOptions,
): Record<Exclude<keyof ChannelChangesInput, OtherSettings>, unknown> {
  const { provider, models, priority, weight, formats } = options;
  return {
    provider,
    models: models?.map(getModel),
    base_url: options.baseUrl,
    priority,
    weight,
    max_concurrency: options.maxConcurrency,
    max_connections: options.maxConnections,
    prompt_caching: isOn(options.promptCaching),
    repair: isOn(options.repair),
    believe_upstream_cost: isOn(options.believeUpstreamCost),
    formats,
    api_version: options.apiVersion,
    region: options.region,
    project: options.project,
    location: options.location,
  };
}

function isOn(input: 'on' | 'off' | undefined): boolean | undefined {
  return input === undefined ? undefined : input === 'on';
}

/** `fast=gpt-5-nano` is served as `fast`, and called `gpt-5-nano` upstream. */
function getModel(input: string): string | { id: string; upstream: string } {
  const [id = '', ...upstream] = input.split('=');
  return upstream.length === 0 ? id : { id, upstream: upstream.join('=') };
}
