import { wrongValue } from '../validation/faults.js';
import { DEFAULT_SEMANTIC_VAD, DEFAULT_SERVER_VAD } from './default-session.js';
import {
  type AudioInputUpdate,
  type ConversationSession,
  type ConversationSessionUpdate,
  type InputTranscription,
  type RealtimeAudioFormat,
  type RealtimeAudioInput,
  type RealtimeAudioOutput,
  type RealtimeSession,
  type SessionUpdate,
  type TranscriptionSession,
  type TranscriptionSessionUpdate,
  type TurnDetection,
  type TurnDetectionUpdate,
} from './session.js';

/**
 * The session after an update whose values have been checked. What the update does not name stays; `null` turns
 * off what can be off; the objects of which a session is built are merged, any other value is put in place of the
 * old one.
 */
export function applySessionUpdate<Session extends RealtimeSession>(
  session: Session,
  update: SessionUpdate,
): Session;
export function applySessionUpdate(session: RealtimeSession, update: SessionUpdate): RealtimeSession {
  if (session.type === 'realtime' && update.type === 'realtime') return converse(session, update);
  if (session.type === 'transcription' && update.type === 'transcription') return transcribe(session, update);
  throw wrongValue('session.type', `cannot be changed: this session is of the type "${session.type}"`);
}

function converse(session: ConversationSession, update: ConversationSessionUpdate): ConversationSession {
  const { audio, model, ...settings } = update;
  if (model !== undefined && model !== session.model) {
    throw wrongValue('session.model', `cannot be changed: this session is with "${session.model}"`);
  }
  return {
    ...session,
    ...settings,
    ...toIdentity(session),
    audio: {
      input: listen(session.audio.input, audio?.input),
      output: speak(session.audio.output, audio?.output),
    },
  };
}

function transcribe(session: TranscriptionSession, update: TranscriptionSessionUpdate): TranscriptionSession {
  const { audio, ...settings } = update;
  return {
    ...session,
    ...settings,
    ...toIdentity(session),
    audio: { input: listen(session.audio.input, audio?.input) },
  };
}

/** Clients may send back the whole session as they were shown it; these members are not theirs to decide. */
function toIdentity<Session extends RealtimeSession>({
  id,
  object,
  expires_at,
}: Session): Pick<Session, 'id' | 'object' | 'expires_at'> {
  return { id, object, expires_at };
}

function listen(input: RealtimeAudioInput, update: AudioInputUpdate = {}): RealtimeAudioInput {
  const { turn_detection: turns, transcription, format, ...others } = update;
  return {
    ...input,
    ...others,
    format: wholeFormat(format ?? input.format),
    transcription: transcription === undefined ? input.transcription : transcribeWith(input, transcription),
    turn_detection: turns === undefined ? input.turn_detection : detectTurns(input.turn_detection, turns),
  };
}

function transcribeWith({ transcription }: RealtimeAudioInput, update: InputTranscription | null) {
  return update === null ? null : { ...transcription, ...update };
}

function speak(output: RealtimeAudioOutput, update: Partial<RealtimeAudioOutput> = {}): RealtimeAudioOutput {
  return { ...output, ...update, format: wholeFormat(update.format ?? output.format) };
}

function wholeFormat(format: RealtimeAudioFormat): RealtimeAudioFormat {
  return format.type === 'audio/pcm' ? { type: 'audio/pcm', rate: 24_000 } : { type: format.type };
}

/** Another way of detecting turns begins with its own defaults. */
function detectTurns(
  current: TurnDetection | null,
  update: TurnDetectionUpdate | null,
): TurnDetection | null {
  if (update === null) return null;
  const before = current?.type === update.type ? current : getDefaults(update.type);
  return { ...before, ...update } as TurnDetection;
}

function getDefaults(type: TurnDetection['type']): TurnDetection {
  return type === 'server_vad' ? DEFAULT_SERVER_VAD : DEFAULT_SEMANTIC_VAD;
}
