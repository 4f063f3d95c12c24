import { type ChannelView } from '#admin';

/** Explains that an entry is overridden. Empty if its state is the one in the config file. */
export function describeOverride({ override }: Pick<ChannelView, 'override'>): string[] {
  if (override === null || override.enabled === override.declared) return [];
  return [
    'This overrides the config file until you run "modelgate config clear-override". "modelgate config diff" shows all overrides.',
  ];
}
