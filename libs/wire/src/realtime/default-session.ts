import {
  type ConversationSession,
  type RealtimeAudioInput,
  type SemanticVad,
  type ServerVad,
  type TranscriptionSession,
} from './session.js';

interface SessionHead {
  id: string;
  /** In seconds since 1970. */
  expiresAt: number;
}

const PCM = { type: 'audio/pcm', rate: 24_000 } as const;
const DEFAULT_VOICE = 'marin';

export const DEFAULT_SERVER_VAD: Readonly<ServerVad> = {
  type: 'server_vad',
  threshold: 0.5,
  prefix_padding_ms: 300,
  silence_duration_ms: 500,
  idle_timeout_ms: null,
  create_response: true,
  interrupt_response: true,
};

export const DEFAULT_SEMANTIC_VAD: Readonly<SemanticVad> = {
  type: 'semantic_vad',
  eagerness: 'auto',
  create_response: true,
  interrupt_response: true,
};

/** The defaults of the official service. The voice is a parameter, because other services have other voices. */
export function defaultSession({
  id,
  model,
  expiresAt,
  voice = DEFAULT_VOICE,
}: SessionHead & { model: string; voice?: string }): ConversationSession {
  return {
    type: 'realtime',
    object: 'realtime.session',
    id,
    model,
    output_modalities: ['audio'],
    instructions: '',
    tools: [],
    tool_choice: 'auto',
    max_output_tokens: 'inf',
    tracing: null,
    truncation: 'auto',
    prompt: null,
    expires_at: expiresAt,
    audio: { input: buildDefaultInput(), output: { format: PCM, voice, speed: 1 } },
    include: null,
  };
}

export function defaultTranscriptionSession({ id, expiresAt }: SessionHead): TranscriptionSession {
  return {
    type: 'transcription',
    object: 'realtime.transcription_session',
    id,
    expires_at: expiresAt,
    audio: { input: buildDefaultInput() },
    include: null,
  };
}

function buildDefaultInput(): RealtimeAudioInput {
  return {
    format: PCM,
    transcription: null,
    noise_reduction: null,
    turn_detection: { ...DEFAULT_SERVER_VAD },
  };
}
