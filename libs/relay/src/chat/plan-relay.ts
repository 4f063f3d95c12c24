import { type Choice } from '#catalog';
import { type Provider, findProvider } from '#providers';
import { spokenFormats } from '#upstream';
import { type WireFormatId } from '#wire';
import { type RouteCandidate } from '../attempts/attempt.js';

/** A way for a conversation to reach one target. */
export interface UsablePlan extends RouteCandidate {
  /** The bytes go on as they came, or they are translated through the hub. */
  kind: 'passthrough' | 'translate';
  clientFormat: WireFormatId;
  /** What the upstream is spoken to in. */
  upstreamFormat: WireFormatId;
  /** What it can be spoken to in as well, for what the other cannot express. */
  otherFormat?: WireFormatId;
  provider: Provider;
}

export type RelayPlan = UsablePlan | { kind: 'impossible'; target: Choice; reason: string };

export function planRelay(clientFormat: WireFormatId, target: Choice): RelayPlan {
  const { channel } = target;
  const provider = findProvider(channel.provider);
  const spoken = provider === undefined ? [] : spokenFormats('chat', target, provider);
  const [preferred] = spoken;
  if (provider === undefined || preferred === undefined) {
    return {
      kind: 'impossible',
      target,
      reason: `provider ${channel.provider} does not serve chat in this version`,
    };
  }
  const plan = { clientFormat, target, provider };
  if (spoken.includes(clientFormat)) {
    return { ...plan, kind: 'passthrough', upstreamFormat: clientFormat };
  }
  const otherFormat = spoken.find((format) => format !== preferred && format !== 'openai-completions');
  return { ...plan, kind: 'translate', upstreamFormat: preferred, otherFormat };
}
