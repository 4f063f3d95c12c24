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
 * Applies a validated update to a session. Members that it omits do not change, and `null` disables those that can be
 * disabled. Objects of the session are merged; other values are replaced.
 */
export function applySessionUpdate<Session extends RealtimeSession>(
  session: Session,
  update: SessionUpdate,
): Session;
export function applySessionUpdate(session: RealtimeSession, update: SessionUpdate): RealtimeSession {
  if (session.type === 'realtime' && update.type === 'realtime') return updateConversation(session, update);
  if (session.type === 'transcription' && update.type === 'transcription')
    return updateTranscription(session, update);
  throw wrongValue('session.type', `cannot be changed: the type of this session is "${session.type}"`);
}

function updateConversation(
  session: ConversationSession,
  update: ConversationSessionUpdate,
): ConversationSession {
  const { audio, model, ...settings } = update;
  if (model !== undefined && model !== session.model) {
    throw wrongValue('session.model', `cannot be changed: the model of this session is "${session.model}"`);
  }
  return {
    ...session,
    ...settings,
    ...getIdentity(session),
    audio: {
      input: updateInput(session.audio.input, audio?.input),
      output: updateOutput(session.audio.output, audio?.output),
    },
  };
}

function updateTranscription(
  session: TranscriptionSession,
  update: TranscriptionSessionUpdate,
): TranscriptionSession {
  const { audio, ...settings } = update;
  return {
    ...session,
    ...settings,
    ...getIdentity(session),
    audio: { input: updateInput(session.audio.input, audio?.input) },
  };
}

/** Clients may send back the whole session. They cannot change these members. */
function getIdentity<Session extends RealtimeSession>({
  id,
  object,
  expires_at,
}: Session): Pick<Session, 'id' | 'object' | 'expires_at'> {
  return { id, object, expires_at };
}

function updateInput(input: RealtimeAudioInput, update: AudioInputUpdate = {}): RealtimeAudioInput {
  const { turn_detection: turnDetection, transcription, format, ...others } = update;
  return {
    ...input,
    ...others,
    format: completeFormat(format ?? input.format),
    transcription:
      transcription === undefined ? input.transcription : mergeTranscription(input, transcription),
    turn_detection:
      turnDetection === undefined
        ? input.turn_detection
        : updateTurnDetection(input.turn_detection, turnDetection),
  };
}

function mergeTranscription({ transcription }: RealtimeAudioInput, update: InputTranscription | null) {
  return update === null ? null : { ...transcription, ...update };
}

function updateOutput(
  output: RealtimeAudioOutput,
  update: Partial<RealtimeAudioOutput> = {},
): RealtimeAudioOutput {
  return { ...output, ...update, format: completeFormat(update.format ?? output.format) };
}

function completeFormat(format: RealtimeAudioFormat): RealtimeAudioFormat {
  return format.type === 'audio/pcm' ? { type: 'audio/pcm', rate: 24_000 } : { type: format.type };
}

/** A different type of turn detection starts with its own defaults. */
function updateTurnDetection(
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
