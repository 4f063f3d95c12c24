import { type CloseDetails, type Dialect, EventLog, type ServerEvent } from './event-log.js';
import { createOpenAiCommands } from './openai-commands.js';
import { type Talker } from './client-commands.js';

/** The common interface of the four realtime classes of the official library. */
export interface OfficialSession {
  on(name: 'event' | 'error', listener: (event: never) => void): unknown;
  send(event: never): void;
  close(): void;
}

/** Resolves when the session has begun. */
export async function talkThrough(
  realtime: OfficialSession,
  dialect: Dialect,
  whenClosed: (listener: (closing: CloseDetails) => void) => void,
): Promise<Talker> {
  const log = new EventLog(dialect);
  realtime.on('event', (event: ServerEvent) => log.events.push(event));
  realtime.on('error', (error) => log.errors.push(error));
  whenClosed((closing) => {
    log.closing = closing;
  });
  await log.next('session.created');
  const say = createOpenAiCommands(dialect, (event) => realtime.send(event as never));
  return { say, log, close: () => realtime.close() };
}
