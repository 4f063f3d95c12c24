import { type Choice } from '#catalog';
import { type Provider, findProvider } from '#providers';
import { type Way, spokenFormats } from '#relay';
import { type FormatOf, type realtime } from '#wire';

/** A target that has a realtime API of its own. */
export interface PassthroughWay extends Way {
  kind: 'passthrough';
  provider: Provider;
  format: FormatOf<'realtime'>;
}

export function findRealtimeWays(targets: readonly Choice[]): PassthroughWay[] {
  return targets.flatMap((target) => {
    const provider = findProvider(target.channel.provider);
    if (provider === undefined) return [];
    return spokenFormats('realtime', target, provider)
      .slice(0, 1)
      .map((format) => ({ kind: 'passthrough', target, provider, format }));
  });
}

export function getDialect({ format }: Pick<PassthroughWay, 'format'>): realtime.RealtimeDialect {
  return format === 'openai-realtime-beta' ? 'beta' : 'ga';
}
