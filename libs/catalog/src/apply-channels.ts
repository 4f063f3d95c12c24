import { isDeepStrictEqual } from 'node:util';
import { type ChannelConfig } from '#config';
import { type DeclaredStates } from '#settings';
import { type Channel, type ChannelSettings } from './channel.js';
import { type ChannelRepository } from './channel.repository.js';
import { toChannelSettings } from './channel-settings.js';

/**
 * Makes the stored channels what the config file says; what has left the file is disabled, never deleted. What somebody
 * has switched against the file stays switched.
 */
export async function applyChannels(
  repository: ChannelRepository,
  wanted: readonly ChannelConfig[],
  states: DeclaredStates,
): Promise<void> {
  const existing = new Map((await repository.findAll()).map((channel) => [channel.name, channel]));
  for (const config of wanted) {
    const settings = toChannelSettings(config);
    const channel = existing.get(config.name);
    if (channel === undefined) {
      await repository.create(settings, 'file');
      continue;
    }
    const settled = { ...settings, enabled: await states.settle(channel.id, settings.enabled) };
    if (differs(channel, settled)) await repository.update(channel.id, settled, 'file');
  }
  const names = new Set(wanted.map((config) => config.name));
  for (const channel of existing.values()) {
    if (channel.origin !== 'file' || names.has(channel.name)) continue;
    const isEnabled = await states.settle(channel.id, false);
    if (channel.enabled && !isEnabled) await repository.disable(channel.id);
  }
}

function differs(
  { id: _id, createdAt: _createdAt, origin, ...current }: Channel,
  wanted: ChannelSettings,
): boolean {
  return origin !== 'file' || !isDeepStrictEqual(withoutGaps(current), withoutGaps(wanted));
}

/** A copy in which an absent setting and an undefined one are the same. */
function withoutGaps(settings: ChannelSettings): unknown {
  return JSON.parse(JSON.stringify(settings));
}
