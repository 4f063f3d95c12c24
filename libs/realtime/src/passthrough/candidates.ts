import { type RoutedTarget } from '#catalog';
import { type Provider, findProvider } from '#providers';
import { type RouteCandidate } from '#relay';
import { getSupportedFormats } from '#upstream';
import { type FormatOf, type realtime } from '#wire';

/** A target with its own realtime API. */
export interface PassthroughCandidate extends RouteCandidate {
  kind: 'passthrough';
  provider: Provider;
  format: FormatOf<'realtime'>;
}

export function findRealtimeCandidates(targets: readonly RoutedTarget[]): PassthroughCandidate[] {
  return targets.flatMap((target) => {
    const provider = findProvider(target.channel.provider);
    if (provider === undefined) return [];
    return getSupportedFormats('realtime', target, provider)
      .slice(0, 1)
      .map((format) => ({ kind: 'passthrough', target, provider, format }));
  });
}

export function getDialect({ format }: Pick<PassthroughCandidate, 'format'>): realtime.RealtimeDialect {
  return format === 'openai-realtime-beta' ? 'beta' : 'ga';
}
