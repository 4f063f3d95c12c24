import { type Channel, type Choice } from '#catalog';
import { type Provider, findProvider } from '#providers';
import { spokenFormats } from '#upstream';
import { type ClientFormatId, type WireFormatId } from '#wire';
import { type RouteCandidate } from '../attempts/attempt.js';

/** A way for a conversation to reach one target. */
export interface UsablePlan extends RouteCandidate {
  /** The bytes go on as they came, or they are translated through the hub. */
  kind: 'passthrough' | 'translate';
  clientFormat: ClientFormatId;
  /** What the upstream is spoken to in. */
  upstreamFormat: WireFormatId;
  /** What it can be spoken to in as well, for what the other cannot express. */
  otherFormat?: WireFormatId;
  provider: Provider;
}

export type RelayPlan = UsablePlan | { kind: 'impossible'; target: Choice; reason: string };

export function planRelay(clientFormat: ClientFormatId, target: Choice): RelayPlan {
  const way = findWay(clientFormat, target);
  if (way !== undefined) {
    const { kind, upstreamFormat, otherFormat, provider } = way;
    return { kind, target, clientFormat, upstreamFormat, otherFormat, provider };
  }
  const reason = `provider ${target.channel.provider} does not serve chat in this version`;
  return { kind: 'impossible', target, reason };
}

/** What of a plan is the same for every request in a format to a model of a channel. */
type Way = Pick<UsablePlan, 'kind' | 'upstreamFormat' | 'otherFormat' | 'provider'>;

/** Of one channel. Names of models may be made up by clients. */
const MAX_WAYS = 1_000;

const waysByChannel = new WeakMap<Channel, Map<string, Way | undefined>>();

/** Every request asks this of every channel that may serve it. */
function findWay(clientFormat: ClientFormatId, target: Choice): Way | undefined {
  let ways = waysByChannel.get(target.channel);
  if (ways === undefined) waysByChannel.set(target.channel, (ways = new Map()));
  const key = `${clientFormat} ${target.upstreamModel}`;
  const known = ways.get(key);
  if (known !== undefined) return known;
  const way = buildWay(clientFormat, target);
  if (ways.size >= MAX_WAYS) ways.clear();
  ways.set(key, way);
  return way;
}

function buildWay(clientFormat: ClientFormatId, target: Choice): Way | undefined {
  const provider = findProvider(target.channel.provider);
  const spoken = provider === undefined ? [] : spokenFormats('chat', target, provider);
  const [preferred] = spoken;
  if (provider === undefined || preferred === undefined) return undefined;
  const same = spoken.find((format) => format === clientFormat);
  if (same !== undefined) return { kind: 'passthrough', upstreamFormat: same, provider };
  const otherFormat = spoken.find((format) => format !== preferred && format !== 'openai-completions');
  return { kind: 'translate', upstreamFormat: preferred, otherFormat, provider };
}
