import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ChannelConfig, EntryProblem } from '#config';
import { type DeclaredStates } from '#settings';
import { type Channel, type ChannelSettings } from './channel.js';
import { toChannelSettings } from './channel-settings.js';
import { type Declaration, ApprovedChannel, type NewChannel } from './approved-channel.js';

export interface PlannedChannel {
  kind: 'channel';
  before: Channel | undefined;
  after: NewChannel;
  /** The index in the config file. Undefined if the channel was removed from it. */
  position: number | undefined;
}

export interface ChannelPlanning extends Pick<Declaration, 'declaredBy' | 'rules'> {
  states: DeclaredStates;
}

/**
 * Yields the changes that apply the config file to the stored channels. Channels that were removed from the file are
 * disabled, never deleted. Yields once per channel, so that the caller can pause. Throws an EntryProblem if the caller
 * may not declare one of the identities in the file.
 */
export function* planChannels(
  existing: readonly Channel[],
  configs: readonly ChannelConfig[],
  { states, ...declaration }: ChannelPlanning,
): Generator<PlannedChannel | undefined> {
  const stored = new Map(existing.map((channel) => [channel.name, channel]));
  for (const [position, config] of configs.entries()) {
    const settings = toChannelSettings(config);
    const before = stored.get(config.name);
    const enabled = before === undefined ? settings.enabled : states.resolve(before.id, settings.enabled);
    const approved = approveEntry({ ...settings, enabled }, { ...declaration, stored: before }, position);
    const after = approved.toStored({ id: before?.id ?? randomUUID(), origin: 'file' });
    const isChange = before === undefined || differs(before, after);
    yield isChange ? { kind: 'channel', before, after, position } : undefined;
  }
  const names = new Set(configs.map((config) => config.name));
  for (const before of existing) {
    if (before.origin !== 'file' || names.has(before.name)) continue;
    const isDisabled = !states.resolve(before.id, false) && before.enabled;
    const after = ApprovedChannel.switch(before, false);
    yield isDisabled ? { kind: 'channel', before, after, position: undefined } : undefined;
  }
}

/** Adds the position in the file to the problem. */
function approveEntry(
  settings: ChannelSettings,
  declaration: Declaration,
  position: number,
): ApprovedChannel {
  try {
    return ApprovedChannel.judge(settings, declaration);
  } catch (error) {
    if (!(error instanceof EntryProblem)) throw error;
    throw new EntryProblem(['channels', position, ...error.path], error.message);
  }
}

function differs({ createdAt: _createdAt, ...before }: Channel, after: NewChannel): boolean {
  return !isDeepStrictEqual(withoutGaps(before), withoutGaps(after));
}

/** Returns a copy in which absent and undefined settings are equal. */
function withoutGaps(settings: ChannelSettings): unknown {
  return JSON.parse(JSON.stringify(settings));
}
