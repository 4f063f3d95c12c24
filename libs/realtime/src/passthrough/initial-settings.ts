import { type JsonObject, type JsonValue } from '#canonical';
import { realtime } from '#wire';
import { type Frame } from '../sockets/frame.js';
import { type RealtimeEvent, getObject, readEvent } from './frame-content.js';
import { type UpstreamLink } from './upstream-link.js';

const UPDATED = /^(?:transcription_)?session\.updated$/;

export interface InitialUpdateOptions {
  settings: realtime.SessionUpdate | undefined;
  /** The gateway's own limit on the output of a response. */
  maxOutputTokens: number | undefined;
  created: RealtimeEvent;
}

/** The initial `session.update` in the GA protocol. Undefined if none is needed. */
export function buildInitialUpdate({
  settings,
  maxOutputTokens,
  created,
}: InitialUpdateOptions): RealtimeEvent | undefined {
  const { model: _model, ...requested } = { ...settings } as JsonObject;
  const session: JsonObject = { type: getSessionType(created), ...requested };
  if (maxOutputTokens !== undefined && session['type'] === 'realtime') {
    session['max_output_tokens'] = capTokens(requested['max_output_tokens'], maxOutputTokens);
  }
  const isEmpty = Object.keys(session).length === 1;
  if (isEmpty) return undefined;
  return { type: 'session.update', event_id: realtime.mintRealtimeId('event'), session };
}

/** In the beta protocol, only the type of the event shows the kind of session. */
function getSessionType(created: RealtimeEvent): JsonValue {
  if (created.type.startsWith('transcription_')) return 'transcription';
  return getObject(created, 'session')['type'] ?? 'realtime';
}

function capTokens(requested: JsonValue | undefined, max: number): number {
  return typeof requested === 'number' ? Math.min(requested, max) : max;
}

export interface InitialSettings {
  created: RealtimeEvent;
  update: RealtimeEvent;
  upstreamDialect: realtime.RealtimeDialect;
  secrets: readonly string[];
}

/**
 * Applies the settings at the upstream. Returns the first frames for the client: a `session.created` with these
 * settings.
 */
export async function applyInitialUpdate(
  link: UpstreamLink,
  { created, update, upstreamDialect, secrets }: InitialSettings,
): Promise<Frame[]> {
  for (const event of inDialect(update, upstreamDialect)) link.send(JSON.stringify(event));
  const heldBack: Frame[] = [];
  for (;;) {
    const frame = await link.next();
    const event = readEvent(frame.data);
    if (event?.type === 'error') throw realtime.decodeRealtimeError(event['error'], secrets);
    if (event !== undefined && UPDATED.test(event.type)) {
      const { type, event_id = null } = created;
      return [toFrame({ ...event, type, event_id }), ...heldBack];
    }
    heldBack.push(frame);
  }
}

function inDialect(update: RealtimeEvent, dialect: realtime.RealtimeDialect): JsonObject[] {
  if (dialect === 'beta') return realtime.clientEventToBeta(update);
  // The GA protocol rejects a temperature.
  const { temperature: _temperature, ...session } = getObject(update, 'session');
  return [{ ...update, session }];
}

function toFrame(event: JsonObject): Frame {
  return { data: Buffer.from(JSON.stringify(event)), isBinary: false };
}
