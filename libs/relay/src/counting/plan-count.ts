import { type Choice } from '#catalog';
import { findProvider } from '#providers';
import { getPlace, spokenFormats } from '#upstream';
import { type RequestChange, type TokenCounterId, isTokenCounterId } from '#wire';
import { type UsablePlan } from '../chat/plan-relay.js';

/** A counter of tokens that can be asked, and how. */
export type CountPlan = UsablePlan & {
  upstreamFormat: TokenCounterId;
  url: URL;
  /** What the counter wants otherwise in the body. */
  change?: RequestChange | undefined;
};

/** Undefined where the service of this target has no counter. */
export function planCount(clientFormat: TokenCounterId, target: Choice): CountPlan | undefined {
  const { channel, upstreamModel } = target;
  const provider = findProvider(channel.provider);
  if (provider?.countEndpoint === undefined) return undefined;
  const call = { ...getPlace(channel), upstreamModel, isStreamed: false };
  const plans = spokenFormats('chat', target, provider).flatMap((format) => {
    const url = provider.countEndpoint?.(format, call);
    if (url === undefined || !isTokenCounterId(format)) return [];
    return [{ upstreamFormat: format, url, change: provider.changeCount?.(format, call) }];
  });
  const same = plans.find(({ upstreamFormat }) => upstreamFormat === clientFormat);
  const plan = same ?? plans[0];
  if (plan === undefined) return undefined;
  return { kind: same === undefined ? 'translate' : 'passthrough', target, clientFormat, provider, ...plan };
}
