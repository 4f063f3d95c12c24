import { asFields, type Fields } from '../fields.js';
import { newId, unixSeconds } from '../openai/identifiers.js';
import type { Entrance } from './entrance.js';
import type { AudioInput, Session, TurnDetection } from './session.js';

const LIFETIME_SECONDS = 3600;
const PCM = { type: 'audio/pcm', rate: 24_000 } as const;
const ANSWERING = { create_response: true, interrupt_response: true };
const TURN_DETECTIONS: Readonly<Record<TurnDetection['type'], TurnDetection>> = {
  server_vad: {
    type: 'server_vad',
    threshold: 0.5,
    prefix_padding_ms: 300,
    silence_duration_ms: 200,
    idle_timeout_ms: null,
    ...ANSWERING,
  },
  semantic_vad: { type: 'semantic_vad', eagerness: 'auto', ...ANSWERING },
};
const INSTRUCTIONS = 'You are a helpful, witty, and friendly voice.';

/** The initial session. */
export function newSession({ type, model, dialect }: Entrance): Session {
  return {
    type,
    object: type === 'realtime' ? 'realtime.session' : 'realtime.transcription_session',
    id: newId('sess_'),
    model,
    expires_at: unixSeconds() + LIFETIME_SECONDS,
    output_modalities: ['audio'],
    instructions: INSTRUCTIONS,
    tools: [],
    tool_choice: 'auto',
    max_output_tokens: 'inf',
    temperature: 0.8,
    tracing: null,
    truncation: 'auto',
    prompt: null,
    include: null,
    audio: {
      input: {
        format: PCM,
        transcription: null,
        noise_reduction: null,
        turn_detection: TURN_DETECTIONS.server_vad,
      },
      output: { format: PCM, voice: dialect === 'beta' ? 'alloy' : 'marin', speed: 1 },
    },
  };
}

/** The session after a valid update with current names. */
export function updatedSession(session: Session, { audio, ...settings }: Fields): Session {
  const { input, output } = asFields(audio);
  return {
    ...session,
    ...settings,
    audio: {
      input: updatedInput(session.audio.input, asFields(input)),
      output: { ...session.audio.output, ...asFields(output) },
    },
  };
}

function updatedInput(input: AudioInput, { turn_detection: turns, ...settings }: Fields): AudioInput {
  return {
    ...input,
    ...settings,
    turn_detection: turns === undefined ? input.turn_detection : wholeTurns(turns),
  };
}

function wholeTurns(turns: unknown): TurnDetection | null {
  if (turns === null) return null;
  const given = asFields(turns);
  return { ...TURN_DETECTIONS[given.type === 'semantic_vad' ? 'semantic_vad' : 'server_vad'], ...given };
}

/** A session with current names, as clients receive it. */
export function shownSession({ temperature: _beta, ...session }: Session): Fields {
  if (session.type === 'realtime') return session;
  const { id, type, object, expires_at, include, audio } = session;
  return { id, type, object, expires_at, include, audio: { input: audio.input } };
}
