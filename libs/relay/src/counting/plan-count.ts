import { type RoutedTarget } from '#catalog';
import { findProvider } from '#providers';
import { getPlace, getSupportedFormats } from '#upstream';
import { type RequestChange, type TokenCounterId, isTokenCounterId } from '#wire';
import { type ChatCandidate } from '../chat/plan-relay.js';

/** A target whose provider has a token counter. */
export type CountCandidate = ChatCandidate & {
  upstreamFormat: TokenCounterId;
  url: URL;
  /** How the body for the counter differs. */
  change?: RequestChange | undefined;
};

/** Undefined if the provider of the target has no token counter. */
export function planCount(clientFormat: TokenCounterId, target: RoutedTarget): CountCandidate | undefined {
  const { channel, upstreamModel } = target;
  const provider = findProvider(channel.provider);
  if (provider?.countEndpoint === undefined) return undefined;
  const call = { ...getPlace(channel), upstreamModel, isStreamed: false };
  const options = getSupportedFormats('chat', target, provider).flatMap((format) => {
    const url = provider.countEndpoint?.(format, call);
    if (url === undefined || !isTokenCounterId(format)) return [];
    return [{ upstreamFormat: format, url, change: provider.changeCount?.(format, call) }];
  });
  const same = options.find(({ upstreamFormat }) => upstreamFormat === clientFormat);
  const option = same ?? options[0];
  if (option === undefined) return undefined;
  return {
    kind: same === undefined ? 'translate' : 'passthrough',
    target,
    clientFormat,
    provider,
    ...option,
  };
}
