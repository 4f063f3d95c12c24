import { type ChannelView } from '#admin';

/** Where the config file says something else of an entry than what counts now. */
export function describeOverride({ override }: Pick<ChannelView, 'override'>): string[] {
  if (override === null || override.enabled === override.declared) return [];
  return [
    'The config file says otherwise. This counts until "modelgate config clear-override"; "modelgate config diff" shows it.',
  ];
}
