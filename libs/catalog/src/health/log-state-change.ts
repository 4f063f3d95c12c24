import { type Logger } from '#telemetry';
import { type ChannelState } from './channel-state.js';

export interface LoggedChange {
  channel: string;
  state: ChannelState;
  /** Whether no key of the channel is left that is not refused. */
  isWholeChannel: boolean;
}

/** One line for everything that an operator would want to learn of, once. */
export function logStateChange(logger: Pick<Logger, 'info' | 'warn'>, change: LoggedChange): void {
  const { channel, state, isWholeChannel } = change;
  if (state.isExtension === true) return;
  const { upstreamModel, keyFingerprint, reason, times } = state;
  const until = new Date(state.until).toISOString();
  const facts = { channel, upstreamModel, keyFingerprint, reason, times };
  switch (state.state) {
    case 'closed':
      return logger.warn(facts, keyFingerprint === undefined ? 'a channel is back' : 'a key works again');
    case 'open':
      return logger.warn({ ...facts, until }, 'a channel fails and is left out for a while');
    case 'key-refused':
      logger.warn({ ...facts, until }, 'a key is refused by its service: it has to be renewed');
      if (isWholeChannel) logger.warn({ channel }, 'every key of a channel is refused: it is left out');
      return;
    case 'cooling':
      // Limits on rates are everyday life; the others want somebody's attention.
      if (reason === 'overloaded') logger.info({ ...facts, until }, 'a channel is given a rest');
      else logger.warn({ ...facts, until }, 'a channel is given a rest');
  }
}
