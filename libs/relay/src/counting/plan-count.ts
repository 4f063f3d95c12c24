import { type Choice } from '#catalog';
import { findProvider } from '#providers';
import { spokenFormats } from '#upstream';
import { type TokenCounterId, isTokenCounterId } from '#wire';
import { type UsablePlan } from '../chat/plan-relay.js';

/** A counter of tokens that can be asked, and how. */
export interface CountPlan extends UsablePlan {
  upstreamFormat: TokenCounterId;
  url: URL;
}

/** Undefined where the service of this target has no counter. */
export function planCount(clientFormat: TokenCounterId, target: Choice): CountPlan | undefined {
  const { channel, upstreamModel } = target;
  const provider = findProvider(channel.provider);
  if (provider?.countEndpoint === undefined) return undefined;
  const { baseUrl, apiVersion } = channel;
  const call = { baseUrl, apiVersion, upstreamModel, isStreamed: false };
  const plans = spokenFormats('chat', target, provider).flatMap((format) => {
    const url = provider.countEndpoint?.(format, call);
    return url !== undefined && isTokenCounterId(format) ? [{ upstreamFormat: format, url }] : [];
  });
  const same = plans.find(({ upstreamFormat }) => upstreamFormat === clientFormat);
  const plan = same ?? plans[0];
  if (plan === undefined) return undefined;
  return { kind: same === undefined ? 'translate' : 'passthrough', target, clientFormat, provider, ...plan };
}
