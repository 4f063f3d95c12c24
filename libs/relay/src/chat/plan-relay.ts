import { type Channel, type RoutedTarget } from '#catalog';
import { type Provider, findProvider } from '#providers';
import { getSupportedFormats } from '#upstream';
import { type ClientFormatId, type UpstreamFormatId, type WireFormatId } from '#wire';
import { LRUCache } from 'lru-cache';
import { type RouteCandidate } from '../attempts/attempt.js';

interface CandidateOf<
  Kind extends 'passthrough' | 'translate',
  Format extends UpstreamFormatId,
> extends RouteCandidate {
  kind: Kind;
  clientFormat: ClientFormatId;
  upstreamFormat: Format;
  /** Another format of the upstream, for requests that the first one cannot express. */
  otherFormat?: UpstreamFormatId;
  provider: Provider;
}

/** Client and upstream use the same format, so the bytes are forwarded. */
export type PassthroughCandidate = CandidateOf<'passthrough', WireFormatId>;

/** A target for a conversation: forwarded as received, or translated. */
export type ChatCandidate = PassthroughCandidate | CandidateOf<'translate', UpstreamFormatId>;

/** Undefined if the provider of the target does not serve chat. */
export function planRelay(clientFormat: ClientFormatId, target: RoutedTarget): ChatCandidate | undefined {
  const plan = findPlan(clientFormat, target);
  return plan === undefined ? undefined : { ...plan, target, clientFormat };
}

/** The part of a candidate that is the same for every request in a client format to a model of a channel. */
type RelayPlan = PlanOf<ChatCandidate>;
type PlanOf<Plan> = Plan extends ChatCandidate ? Omit<Plan, 'target' | 'clientFormat'> : never;

/** Per channel. Limited, because clients can invent model names. */
const MAX_PLANS = 250;

const plansByChannel = new WeakMap<Channel, LRUCache<string, RelayPlan>>();

/** Cached, because it is needed for each request and each of its channels. */
function findPlan(clientFormat: ClientFormatId, target: RoutedTarget): RelayPlan | undefined {
  let plans = plansByChannel.get(target.channel);
  if (plans === undefined) plansByChannel.set(target.channel, (plans = new LRUCache({ max: MAX_PLANS })));
  const key = `${clientFormat} ${target.upstreamModel}`;
  const cached = plans.get(key);
  if (cached !== undefined) return cached;
  const plan = buildPlan(clientFormat, target);
  plans.set(key, plan);
  return plan;
}

function buildPlan(clientFormat: ClientFormatId, target: RoutedTarget): RelayPlan | undefined {
  const provider = findProvider(target.channel.provider);
  const formats = provider === undefined ? [] : getSupportedFormats('chat', target, provider);
  const [preferred] = formats;
  if (provider === undefined || preferred === undefined) return undefined;
  const same = formats.find((format): format is WireFormatId => format === clientFormat);
  if (same !== undefined) return { kind: 'passthrough', upstreamFormat: same, provider };
  const otherFormat = formats.find((format) => format !== preferred && format !== 'openai-completions');
  return { kind: 'translate', upstreamFormat: preferred, otherFormat, provider };
}
