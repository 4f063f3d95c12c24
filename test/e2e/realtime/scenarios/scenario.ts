import { type ServerEvent, nameIn } from '../clients/event-log.js';
import { type Talker } from '../clients/client-commands.js';
import { type RealtimeHarness, type Server } from '../realtime-harness.js';

export interface Scene {
  harness: RealtimeHarness;
  server: Server;
  talker: Talker;
}

export interface Scenario {
  /** Only for servers with audio. */
  isSpoken?: true;
  /** Only for clients that can send any event. */
  needsFreeWords?: true;
  play(scene: Scene): Promise<void>;
}

/** A member that is an object. */
export function getObject(event: object, name: string): Record<string, unknown> {
  return ((event as Record<string, unknown>)[name] ?? {}) as Record<string, unknown>;
}

/** Requests a response, and resolves to its last event. */
export async function respond({ say, log }: Talker): Promise<Record<string, unknown>> {
  const from = log.events.length;
  say.respond();
  return getObject(await log.next('response.done', from), 'response');
}

/** Sends a text message and resolves to the text of the response. */
export async function exchange(talker: Talker, text: string): Promise<string> {
  talker.say.write(text);
  return textIn(await respond(talker));
}

/** The first item of a response as text, or the transcript of its audio. */
export function textIn(response: Record<string, unknown>): string {
  const [item = {}] = response['output'] as object[];
  const [content = {}] = (getObject(item, 'content') as unknown as object[] | undefined) ?? [];
  const { text, transcript } = content as { text?: string; transcript?: string };
  return text ?? transcript ?? '';
}

export async function writeOnly({ say, log }: Talker): Promise<void> {
  const from = log.events.length;
  say.configure({ isTextOnly: true });
  await log.next('session.updated', from);
}

export async function speakWithSilence({ say, log }: Talker, silenceMs: number): Promise<void> {
  const from = log.events.length;
  say.configure({ isTextOnly: false, turns: { silenceMs } });
  await log.next('session.updated', from);
}

/** In the order of arrival; repeated events are named once, and rate limits are left out because their order varies. */
export function listEventTypes(events: readonly ServerEvent[]): string[] {
  const types = events.map(({ type }) => type).filter((type) => type !== 'rate_limits.updated');
  return types.filter((type, index) => !(type.endsWith('.delta') && types[index - 1] === type));
}

/** The same types by their names in this dialect. */
export function inDialect(dialect: Parameters<typeof nameIn>[0], types: readonly string[]): string[] {
  return types.flatMap((type) => nameIn(dialect, type) ?? []);
}
