import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ChannelConfig } from '#config';
import { type DeclaredStates } from '#settings';
import { type Channel, type ChannelSettings } from './channel.js';
import { type NewChannel } from './channel.repository.js';
import { toChannelSettings } from './channel-settings.js';

export interface PlannedChannel {
  kind: 'channel';
  before: Channel | undefined;
  after: NewChannel;
  /** In the list of the file; undefined where the channel has left it. */
  position: number | undefined;
}

/**
 * The changes that make the stored channels what the config file says; those that have left the file are disabled, never
 * deleted. Yields once for every channel, so that the caller can pause.
 */
export function* planChannels(
  existing: readonly Channel[],
  wanted: readonly ChannelConfig[],
  states: DeclaredStates,
): Generator<PlannedChannel | undefined> {
  const stored = new Map(existing.map((channel) => [channel.name, channel]));
  for (const [position, config] of wanted.entries()) {
    const settings = toChannelSettings(config);
    const before = stored.get(config.name);
    if (before === undefined) {
      const after: NewChannel = { ...settings, id: randomUUID(), origin: 'file' };
      yield { kind: 'channel', before, after, position };
      continue;
    }
    const enabled = states.settle(before.id, settings.enabled);
    const after: NewChannel = { ...settings, enabled, id: before.id, origin: 'file' };
    yield differs(before, after) ? { kind: 'channel', before, after, position } : undefined;
  }
  const names = new Set(wanted.map((config) => config.name));
  for (const before of existing) {
    if (before.origin !== 'file' || names.has(before.name)) continue;
    const isDisabled = !states.settle(before.id, false) && before.enabled;
    const after = { ...before, enabled: false };
    yield isDisabled ? { kind: 'channel', before, after, position: undefined } : undefined;
  }
}

function differs({ createdAt: _createdAt, ...before }: Channel, after: NewChannel): boolean {
  return !isDeepStrictEqual(withoutGaps(before), withoutGaps(after));
}

/** A copy in which an absent setting and an undefined one are the same. */
function withoutGaps(settings: ChannelSettings): unknown {
  return JSON.parse(JSON.stringify(settings));
}
