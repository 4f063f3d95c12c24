import { GatewayError } from '#canonical';
import { PCM_FORMAT, completeFormat } from '../audio/audio-format.js';
import {
  type AudioInputConfig,
  type AudioInputPatch,
  type AudioOutputConfig,
  type AudioOutputPatch,
  type SessionConfig,
  type SessionPatch,
  type TurnDetection,
  type TurnDetectionPatch,
} from '../protocol/session-config.js';
import { type RealtimeSettings } from '../settings.js';
import { functionChoice, functionTools, refuseAudioWithoutSpeech, refusePrompt } from './unsupported.js';

export interface SessionFacts {
  canSpeak: boolean;
  canListen: boolean;
  /** Whether audio was already sent to the client. */
  hasSpoken: boolean;
}

const DEFAULT_BEHAVIOR = { create_response: true, interrupt_response: true };

const SERVER_VAD: TurnDetection = {
  type: 'server_vad',
  threshold: 0.5,
  prefix_padding_ms: 300,
  silence_duration_ms: 500,
  idle_timeout_ms: null,
  ...DEFAULT_BEHAVIOR,
};

const SEMANTIC_VAD: TurnDetection = { type: 'semantic_vad', eagerness: 'auto', ...DEFAULT_BEHAVIOR };

/** `semantic_vad` differs only in the duration of the silence. The content of the speech is not analyzed. */
const SILENCE_BY_EAGERNESS_MS = { low: 1500, medium: 900, auto: 900, high: 500 };

export function newSession(
  id: string,
  { model, voice, expiresAtSeconds }: RealtimeSettings,
  { canSpeak, canListen }: SessionFacts,
): SessionConfig {
  return {
    type: 'realtime',
    object: 'realtime.session',
    id,
    model,
    output_modalities: canSpeak ? ['audio'] : ['text'],
    instructions: '',
    tools: [],
    tool_choice: 'auto',
    max_output_tokens: 'inf',
    tracing: null,
    truncation: 'auto',
    prompt: null,
    include: null,
    ...(expiresAtSeconds === undefined ? {} : { expires_at: expiresAtSeconds }),
    audio: {
      input: {
        format: PCM_FORMAT,
        transcription: null,
        noise_reduction: null,
        turn_detection: canListen ? SERVER_VAD : null,
      },
      output: { format: PCM_FORMAT, voice, speed: 1 },
    },
  };
}

/** Returns the session with the changes. Throws if one is not supported. */
export function updateSession(
  current: SessionConfig,
  patch: SessionPatch,
  facts: SessionFacts,
): SessionConfig {
  refuseTypeOrModelChange(current, patch);
  refusePrompt(patch.prompt, 'session.prompt');
  refuseAudioWithoutSpeech(patch.output_modalities, facts.canSpeak, 'session.output_modalities');
  const { type: _type, model: _model, prompt: _prompt, tools, tool_choice, audio, ...plain } = patch;
  const { object, id, expires_at } = current;
  return {
    ...current,
    ...withoutUndefined(plain),
    // Clients may send back the whole session. These members cannot be changed.
    object,
    id,
    expires_at,
    ...(tools ? { tools: functionTools(tools, 'session.tools') } : {}),
    ...(tool_choice ? { tool_choice: functionChoice(tool_choice, 'session.tool_choice') } : {}),
    audio: {
      input: updateInput(current.audio.input, audio?.input ?? {}, facts),
      output: updateOutput(current.audio.output, audio?.output ?? {}, facts),
    },
  };
}

function refuseTypeOrModelChange(current: SessionConfig, { type, model }: SessionPatch): void {
  if (type === 'transcription') {
    throw new GatewayError('invalid-value', 'The type of this session is "realtime" and cannot be changed.', {
      param: 'session.type',
    });
  }
  if (model !== undefined && model !== current.model) {
    throw new GatewayError(
      'invalid-value',
      `The model of this session is ${current.model} and cannot be changed.`,
      { param: 'session.model' },
    );
  }
}

/**
 * Client libraries send audio settings in every session. Without a transcription model, settings that need one are
 * ignored.
 */
function updateInput(
  current: AudioInputConfig,
  patch: AudioInputPatch,
  { canListen }: SessionFacts,
): AudioInputConfig {
  const { turn_detection: detection, transcription, format, ...plain } = patch;
  const updated = {
    ...current,
    ...withoutUndefined(plain),
    format: completeFormat(format ?? current.format),
  };
  if (!canListen) return updated;
  return {
    ...updated,
    ...(transcription === undefined
      ? {}
      : { transcription: transcription && { ...current.transcription, ...transcription } }),
    ...(detection === undefined
      ? {}
      : { turn_detection: updateTurnDetection(current.turn_detection, detection) }),
  };
}

function updateOutput(
  current: AudioOutputConfig,
  patch: AudioOutputPatch,
  { hasSpoken }: SessionFacts,
): AudioOutputConfig {
  const isOtherVoice = patch.voice !== undefined && voiceName(patch.voice) !== voiceName(current.voice);
  if (isOtherVoice && hasSpoken) {
    throw new GatewayError(
      'invalid-value',
      'The voice cannot be changed after the model has responded with audio.',
      {
        param: 'session.audio.output.voice',
        code: 'cannot_update_voice',
      },
    );
  }
  return { ...current, ...withoutUndefined(patch), format: completeFormat(patch.format ?? current.format) };
}

export function voiceName(voice: AudioOutputConfig['voice']): string {
  return typeof voice === 'string' ? voice : voice.id;
}

/** Removes undefined members, which would overwrite existing values. */
function withoutUndefined<T extends object>(patch: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const members = Object.entries(patch).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function updateTurnDetection(
  current: TurnDetection | null,
  patch: TurnDetectionPatch | null,
): TurnDetection | null {
  if (patch === null) return null;
  if (patch.type === 'semantic_vad') {
    const base = current?.type === 'semantic_vad' ? current : SEMANTIC_VAD;
    return { ...base, ...patch } as TurnDetection;
  }
  if (patch.idle_timeout_ms !== undefined && patch.idle_timeout_ms !== null) throw noIdleTimeout();
  const base = current?.type === 'server_vad' ? current : SERVER_VAD;
  return { ...base, ...patch } as TurnDetection;
}

/** The settings of the detector. */
export function detectorSettings(detection: TurnDetection): {
  threshold: number;
  prefixPaddingMs: number;
  silenceDurationMs: number;
} {
  if (detection.type === 'server_vad') {
    const {
      threshold,
      prefix_padding_ms: prefixPaddingMs,
      silence_duration_ms: silenceDurationMs,
    } = detection;
    return { threshold, prefixPaddingMs, silenceDurationMs };
  }
  const silenceDurationMs = SILENCE_BY_EAGERNESS_MS[detection.eagerness];
  return { threshold: 0.5, prefixPaddingMs: 300, silenceDurationMs };
}

function noIdleTimeout(): GatewayError {
  return new GatewayError(
    'unsupported-parameter',
    'This model does not support idle_timeout_ms. Omit it or set it to null.',
    { param: 'session.audio.input.turn_detection.idle_timeout_ms' },
  );
}
