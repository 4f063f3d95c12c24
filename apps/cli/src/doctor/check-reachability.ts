import http from 'node:http';
import https from 'node:https';
import { ChannelEntity } from '#catalog';
import { type AccountPlace, findProvider } from '#providers';
import { type Check, type DatabaseGiven, describeFault, ok, warn } from './finding.js';

const TIMEOUT_MS = 5_000;
const AT_ONCE = 8;
/** Whoever has more channels learns of the first ones. */
const MAX_ADDRESSES = 200;

type Findings = Awaited<ReturnType<Check<DatabaseGiven>['look']>>;

/** Whether anything answers where the channels are. What it says does not matter, so that no key is needed. */
export const checkReachability: Check<DatabaseGiven> = {
  name: 'upstreams',
  async look({ database }) {
    const channels = await database.getRepository(ChannelEntity).findBy({ enabled: true });
    const names = new Map<string, string[]>();
    for (const channel of channels) {
      const address = findAddress(channel);
      if (address !== undefined) names.set(address, [...(names.get(address) ?? []), channel.name]);
    }
    const addresses = [...names.keys()].slice(0, MAX_ADDRESSES);
    const findings: Findings = [];
    for (let index = 0; index < addresses.length; index += AT_ONCE) {
      const some = addresses.slice(index, index + AT_ONCE);
      findings.push(...(await Promise.all(some.map((address) => ask(address, names.get(address) ?? [])))));
    }
    return findings;
  },
};

/** The address of its service without a path; undefined where the channel has none, or one that makes no sense. */
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
    const known = Object.entries({ baseUrl, apiVersion, region, project, location });
    const place: AccountPlace = Object.fromEntries(known.filter(([, value]) => value !== null));
    return provider.endpoint(format, { ...place, upstreamModel, isStreamed: false }).origin;
  } catch {
    return undefined;
  }
}

async function ask(address: string, channels: readonly string[]): Promise<Findings[number]> {
  const named = channels.join(', ');
  try {
    await requestHead(address);
    return ok(`${address} answers (${named})`);
  } catch (error) {
    return warn(
      `${address} does not answer (${named}): ${describeFault(error)}`,
      'Let this machine reach it, or correct the address of the channel.',
    );
  }
}

/** Not by `fetch`, which refuses some ports. */
function requestHead(address: string): Promise<void> {
  const { request } = address.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const asking = request(address, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) }, (answer) => {
      answer.resume();
      asking.destroy();
      resolve();
    });
    asking.on('error', reject);
    asking.end();
  });
}
