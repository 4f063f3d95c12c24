import { type Target } from '#catalog';
import { type ChatCapability, type Provider, findProvider } from '#providers';
import { WIRE_FORMATS, type WireFormatId } from '#wire';

/** How a request reaches one target. */
export type RelayPlan =
  | { kind: 'passthrough'; format: WireFormatId; target: Target; provider: Provider; chat: ChatCapability }
  | { kind: 'impossible'; target: Target; reason: string };

export function planRelay(clientFormat: WireFormatId, target: Target): RelayPlan {
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
  if (!spoken.includes(clientFormat)) {
    return { kind: 'impossible', target, reason: `the channel does not speak ${clientFormat}` };
  }
  return { kind: 'passthrough', format: clientFormat, target, provider, chat: provider.chat };
}

function isKnownFormat(id: string): id is WireFormatId {
  return Object.hasOwn(WIRE_FORMATS, id);
}
