import { type Channel, type Choice } from '#catalog';
import { type Provider, findProvider } from '#providers';
import { spokenFormats } from '#upstream';
import { type ClientFormatId, type UpstreamFormatId, type WireFormatId } from '#wire';
import { type RouteCandidate } from '../attempts/attempt.js';

interface PlanFor<
  Kind extends 'passthrough' | 'translate',
  Format extends UpstreamFormatId,
> extends RouteCandidate {
  kind: Kind;
  clientFormat: ClientFormatId;
  /** What the upstream is spoken to in. */
  upstreamFormat: Format;
  /** What it can be spoken to in as well, for what the other cannot express. */
  otherFormat?: UpstreamFormatId;
  provider: Provider;
}

/** The bytes go on as they came. */
export type PassthroughPlan = PlanFor<'passthrough', WireFormatId>;

/** A way for a conversation to reach one target: as it came, or translated through the hub. */
export type UsablePlan = PassthroughPlan | PlanFor<'translate', UpstreamFormatId>;

export type RelayPlan = UsablePlan | { kind: 'impossible'; target: Choice; reason: string };

export function planRelay(clientFormat: ClientFormatId, target: Choice): RelayPlan {
  const way = findWay(clientFormat, target);
  if (way !== undefined) return { ...way, target, clientFormat };
  const reason = `provider ${target.channel.provider} does not serve chat in this version`;
  return { kind: 'impossible', target, reason };
}

/** What of a plan is the same for every request in a format to a model of a channel. */
type Way = OfEveryRequest<UsablePlan>;
type OfEveryRequest<Plan> = Plan extends UsablePlan ? Omit<Plan, 'target' | 'clientFormat'> : never;

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
  const same = spoken.find((format): format is WireFormatId => format === clientFormat);
  if (same !== undefined) return { kind: 'passthrough', upstreamFormat: same, provider };
  const otherFormat = spoken.find((format) => format !== preferred && format !== 'openai-completions');
  return { kind: 'translate', upstreamFormat: preferred, otherFormat, provider };
}
