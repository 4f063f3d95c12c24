import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ChannelConfig, EntryProblem } from '#config';
import { type DeclaredStates } from '#settings';
import { type Channel, type ChannelSettings } from './channel.js';
import { toChannelSettings } from './channel-settings.js';
import { type Declaration, JudgedChannel, type NewChannel } from './judged-channel.js';

export interface PlannedChannel {
  kind: 'channel';
  before: Channel | undefined;
  after: NewChannel;
  /** In the list of the file; undefined where the channel has left it. */
  position: number | undefined;
}

export interface ChannelPlanning extends Pick<Declaration, 'declaredBy' | 'rules'> {
  states: DeclaredStates;
}

/**
 * The changes that make the stored channels what the config file says; those that have left the file are disabled, never
 * deleted. Yields once for every channel, so that the caller can pause. Throws an EntryProblem where one who applies such a
 * file may not declare one of the identities in it.
 */
export function* planChannels(
  existing: readonly Channel[],
  wanted: readonly ChannelConfig[],
  { states, ...declaration }: ChannelPlanning,
): Generator<PlannedChannel | undefined> {
  const stored = new Map(existing.map((channel) => [channel.name, channel]));
  for (const [position, config] of wanted.entries()) {
    const settings = toChannelSettings(config);
    const before = stored.get(config.name);
    const enabled = before === undefined ? settings.enabled : states.settle(before.id, settings.enabled);
    const judged = judge({ ...settings, enabled }, { ...declaration, stored: before }, position);
    const after = judged.toStored({ id: before?.id ?? randomUUID(), origin: 'file' });
    const isChange = before === undefined || differs(before, after);
    yield isChange ? { kind: 'channel', before, after, position } : undefined;
  }
  const names = new Set(wanted.map((config) => config.name));
  for (const before of existing) {
    if (before.origin !== 'file' || names.has(before.name)) continue;
    const isDisabled = !states.settle(before.id, false) && before.enabled;
    const after = JudgedChannel.switch(before, false);
    yield isDisabled ? { kind: 'channel', before, after, position: undefined } : undefined;
  }
}

/** Names the entry of the file in the problem. */
function judge(settings: ChannelSettings, declaration: Declaration, position: number): JudgedChannel {
  try {
    return JudgedChannel.judge(settings, declaration);
  } catch (error) {
    if (!(error instanceof EntryProblem)) throw error;
    throw new EntryProblem(['channels', position, ...error.path], error.message);
  }
}

function differs({ createdAt: _createdAt, ...before }: Channel, after: NewChannel): boolean {
  return !isDeepStrictEqual(withoutGaps(before), withoutGaps(after));
}

/** A copy in which an absent setting and an undefined one are the same. */
function withoutGaps(settings: ChannelSettings): unknown {
  return JSON.parse(JSON.stringify(settings));
}
