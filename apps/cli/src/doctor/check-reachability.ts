import http from 'node:http';
import https from 'node:https';
import { ChannelEntity } from '#catalog';
import { type AccountPlace, findProvider } from '#providers';
import { type Check, type DatabaseCheckInput, describeFault, ok, warn } from './finding.js';

const TIMEOUT_MS = 5_000;
const MAX_CONCURRENT_REQUESTS = 8;
/** Further addresses are not checked. */
const MAX_ADDRESSES = 200;

type Findings = Awaited<ReturnType<Check<DatabaseCheckInput>['run']>>;

/** Checks whether the addresses of the channels respond. Any response is accepted, so no key is needed. */
export const checkReachability: Check<DatabaseCheckInput> = {
  name: 'upstreams',
  async run({ database }) {
    const channels = await database.getRepository(ChannelEntity).findBy({ enabled: true });
    const names = new Map<string, string[]>();
    for (const channel of channels) {
      const address = findAddress(channel);
      if (address !== undefined) names.set(address, [...(names.get(address) ?? []), channel.name]);
    }
    const addresses = [...names.keys()].slice(0, MAX_ADDRESSES);
    const findings: Findings = [];
    for (let index = 0; index < addresses.length; index += MAX_CONCURRENT_REQUESTS) {
      const batch = addresses.slice(index, index + MAX_CONCURRENT_REQUESTS);
      findings.push(
        ...(await Promise.all(batch.map((address) => checkAddress(address, names.get(address) ?? [])))),
      );
    }
    return findings;
  },
};

/** The origin of the provider's API. Undefined if the channel has no address or an invalid one. */
function findAddress(channel: ChannelEntity): string | undefined {
  const provider = findProvider(channel.provider);
  if (provider === undefined || provider.transport !== undefined) return undefined;
  const [model] = channel.models;
  const upstreamModel = model?.upstream ?? model?.id ?? '';
  const [formats] = Object.values(provider.speaks);
  const [format] = (typeof formats === 'function' ? formats(upstreamModel) : formats) ?? [];
  const { baseUrl, apiVersion, region, project, location } = channel;
  try {
    if (format === undefined) return baseUrl === null ? undefined : new URL(baseUrl).origin;
    const settings = Object.entries({ baseUrl, apiVersion, region, project, location });
    const account: AccountPlace = Object.fromEntries(settings.filter(([, value]) => value !== null));
    return provider.endpoint(format, { ...account, upstreamModel, isStreamed: false }).origin;
  } catch {
    return undefined;
  }
}

async function checkAddress(address: string, channels: readonly string[]): Promise<Findings[number]> {
  const channelNames = channels.join(', ');
  try {
    await requestHead(address);
    return ok(`${address} responds (${channelNames})`);
  } catch (error) {
    return warn(
      `${address} does not respond (${channelNames}): ${describeFault(error)}`,
      'Check the network and firewall of this machine, or correct the base URL of the channel.',
    );
  }
}

/** Does not use `fetch`, which rejects some ports. */
function requestHead(address: string): Promise<void> {
  const { request } = address.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const head = request(address, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }, (response) => {
      response.resume();
      head.destroy();
      resolve();
    });
    head.on('error', reject);
    head.end();
  });
}
