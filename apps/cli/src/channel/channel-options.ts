import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { choice, flag, list, number, text } from '../frame/options.js';
import { readSecret } from '../read-secret.js';
import { keysInEnvironment } from './keys-in-environment.js';

const MIN_PRIORITY = -1_000_000;

/** How the settings of a channel are written. */
export const CHANNEL_OPTIONS = {
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
  formats: list('<formats>', 'what it speaks, if not what the provider usually does'),
  apiVersion: text('<version>', 'for azure-openai'),
  region: text('<region>', 'where in its cloud it is: eu-west-1'),
  project: text('<project>', 'whose project it is, for vertex'),
  location: text('<location>', 'where in its cloud it is, for vertex: global'),
  auth: choice('an identity in place of keys; alone, that of this machine', ['aws', 'google', 'entra']),
  authSet: list('<settings>', 'what the identity is made of: role_arn=arn:aws:…, tenant_id=…'),
  authEnv: list('<settings>', 'its secrets, as variables that hold them: client_secret=AZURE_CLIENT_SECRET'),
};

/** What was written about a channel on the command line, but for its keys. */
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

/** The keys themselves, from where they were said to be; undefined where nothing was said. */
export async function readApiKeys({ apiKeyEnv, apiKeyStdin }: ApiKeyOptions): Promise<string[] | undefined> {
  if (apiKeyEnv !== undefined && apiKeyStdin) {
    throw new CommandFailure('--api-key-env and --api-key-stdin exclude each other.', exitCodes.usage);
  }
  if (apiKeyEnv !== undefined) return keysInEnvironment('--api-key-env', apiKeyEnv);
  if (!apiKeyStdin) return undefined;
  const lines = (await readSecret('--api-key-stdin')).split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/** The same in the words of the admin API. */
export function channelSettings(options: ChannelOptions): object {
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

function isOn(written: 'on' | 'off' | undefined): boolean | undefined {
  return written === undefined ? undefined : written === 'on';
}

/** `fast=gpt-5-nano` is served as `fast`, and called `gpt-5-nano` upstream. */
function getModel(written: string): string | { id: string; upstream: string } {
  const [id = '', ...upstream] = written.split('=');
  return upstream.length === 0 ? id : { id, upstream: upstream.join('=') };
}
