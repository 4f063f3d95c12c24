import { type Target } from '#catalog';
import { type ChatCapability, type Provider, findProvider } from '#providers';
import { WIRE_FORMATS, type WireFormatId } from '#wire';

/** A way for a request to reach one target. */
export interface UsablePlan {
  /** The bytes go on as they came, or they are translated through the hub. */
  kind: 'passthrough' | 'translate';
  clientFormat: WireFormatId;
  /** What the upstream is spoken to in. */
  upstreamFormat: WireFormatId;
  target: Target;
  provider: Provider;
  chat: ChatCapability;
}

export type RelayPlan = UsablePlan | { kind: 'impossible'; target: Target; reason: string };

export interface PlanFacts {
  clientFormat: WireFormatId;
  /** The conversation holds proofs of reasoning that a service of another kind made, and only the hub can sort out. */
  hasForeignProofs: boolean;
}

export function planRelay({ clientFormat, hasForeignProofs }: PlanFacts, target: Target): RelayPlan {
  const { channel } = target;
  const provider = findProvider(channel.provider);
  if (provider?.chat === undefined) {
    return {
      kind: 'impossible',
      target,
      reason: `provider ${channel.provider} does not serve chat in this version`,
    };
  }
  const spoken = channel.formats?.filter(isKnownFormat) ?? provider.chat.speaks;
  const [preferred] = spoken;
  if (preferred === undefined)
    return { kind: 'impossible', target, reason: 'the channel speaks no format of this version' };
  const plan = { clientFormat, target, provider, chat: provider.chat };
  if (spoken.includes(clientFormat)) {
    return { ...plan, kind: hasForeignProofs ? 'translate' : 'passthrough', upstreamFormat: clientFormat };
  }
  return { ...plan, kind: 'translate', upstreamFormat: preferred };
}

function isKnownFormat(id: string): id is WireFormatId {
  return Object.hasOwn(WIRE_FORMATS, id);
}
