import { type JsonObject, type JsonValue } from '#canonical';
import { realtime } from '#wire';
import { type Frame } from '../sockets/frame.js';
import { type RealtimeEvent, objectIn, readEvent } from './frame-content.js';
import { type UpstreamLink } from './upstream-link.js';

const UPDATED = /^(?:transcription_)?session\.updated$/;

export interface Beginning {
  settings: realtime.SessionUpdate | undefined;
  /** The most that this gateway lets an answer hold. */
  maxOutputTokens: number | undefined;
  created: RealtimeEvent;
}

/** What a session is to begin with, as an update in today's names; undefined where its upstream may choose. */
export function firstUpdate({ settings, maxOutputTokens, created }: Beginning): RealtimeEvent | undefined {
  const { model: _model, ...wished } = { ...settings } as JsonObject;
  const session: JsonObject = { type: typeOf(created), ...wished };
  if (maxOutputTokens !== undefined && session['type'] === 'realtime') {
    session['max_output_tokens'] = lower(wished['max_output_tokens'], maxOutputTokens);
  }
  const isEmpty = Object.keys(session).length === 1;
  if (isEmpty) return undefined;
  return { type: 'session.update', event_id: realtime.mintRealtimeId('event'), session };
}

/** The first version only tells by the event what the session is for. */
function typeOf(created: RealtimeEvent): JsonValue {
  if (created.type.startsWith('transcription_')) return 'transcription';
  return objectIn(created, 'session')['type'] ?? 'realtime';
}

function lower(wished: JsonValue | undefined, most: number): number {
  return typeof wished === 'number' ? Math.min(wished, most) : most;
}

export interface FirstSettings {
  created: RealtimeEvent;
  update: RealtimeEvent;
  upstreamDialect: realtime.RealtimeDialect;
  secrets: readonly string[];
}

/** Has the upstream take the settings. Resolves to what the client is to hear first: a session that has begun with them. */
export async function settle(
  link: UpstreamLink,
  { created, update, upstreamDialect, secrets }: FirstSettings,
): Promise<Frame[]> {
  for (const event of inDialect(update, upstreamDialect)) link.send(JSON.stringify(event));
  const heldBack: Frame[] = [];
  for (;;) {
    const frame = await link.next();
    const event = readEvent(frame.data);
    if (event?.type === 'error') throw realtime.decodeRealtimeError(event['error'], secrets);
    if (event !== undefined && UPDATED.test(event.type)) {
      const { type, event_id = null } = created;
      return [frameOf({ ...event, type, event_id }), ...heldBack];
    }
    heldBack.push(frame);
  }
}

function inDialect(update: RealtimeEvent, dialect: realtime.RealtimeDialect): JsonObject[] {
  if (dialect === 'beta') return realtime.clientEventToBeta(update);
  // Today's version has none, and refuses one.
  const { temperature: _temperature, ...session } = objectIn(update, 'session');
  return [{ ...update, session }];
}

function frameOf(event: JsonObject): Frame {
  return { data: Buffer.from(JSON.stringify(event)), isBinary: false };
}
