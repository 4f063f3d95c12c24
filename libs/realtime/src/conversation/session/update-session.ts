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
  /** Whether the client has already heard a voice. */
  hasSpoken: boolean;
}

const HABITS = { create_response: true, interrupt_response: true };

const SERVER_VAD: TurnDetection = {
  type: 'server_vad',
  threshold: 0.5,
  prefix_padding_ms: 300,
  silence_duration_ms: 500,
  idle_timeout_ms: null,
  ...HABITS,
};

const SEMANTIC_VAD: TurnDetection = { type: 'semantic_vad', eagerness: 'auto', ...HABITS };

/** `semantic_vad` differs only in how long it waits: nothing here understands whether a sentence is finished. */
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

/** The session with the changes. Throws where one of them cannot be made. */
export function updateSession(
  current: SessionConfig,
  patch: SessionPatch,
  facts: SessionFacts,
): SessionConfig {
  refuseAnotherKind(current, patch);
  refusePrompt(patch.prompt, 'session.prompt');
  refuseAudioWithoutSpeech(patch.output_modalities, facts.canSpeak, 'session.output_modalities');
  const { type: _type, model: _model, prompt: _prompt, tools, tool_choice, audio, ...plain } = patch;
  const { object, id, expires_at } = current;
  return {
    ...current,
    ...given(plain),
    // Clients may send back the whole session as they were shown it; these members are not theirs.
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

function refuseAnotherKind(current: SessionConfig, { type, model }: SessionPatch): void {
  if (type === 'transcription') {
    throw new GatewayError(
      'invalid-value',
      'This is a session of type "realtime"; its type cannot be changed.',
      {
        param: 'session.type',
      },
    );
  }
  if (model !== undefined && model !== current.model) {
    throw new GatewayError(
      'invalid-value',
      `The model of a session cannot be changed: this one is ${current.model}.`,
      { param: 'session.model' },
    );
  }
}

/** Libraries name settings for audio in every session. Where nothing listens, what would need a transcript stays off. */
function updateInput(
  current: AudioInputConfig,
  patch: AudioInputPatch,
  { canListen }: SessionFacts,
): AudioInputConfig {
  const { turn_detection: detection, transcription, format, ...plain } = patch;
  const updated = { ...current, ...given(plain), format: completeFormat(format ?? current.format) };
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
    throw new GatewayError('invalid-value', 'The voice cannot be changed once it has been heard.', {
      param: 'session.audio.output.voice',
      code: 'cannot_update_voice',
    });
  }
  return { ...current, ...given(patch), format: completeFormat(patch.format ?? current.format) };
}

export function voiceName(voice: AudioOutputConfig['voice']): string {
  return typeof voice === 'string' ? voice : voice.id;
}

/** Without undefined members, which would overwrite existing values. */
function given<T extends object>(patch: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
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
    'This model does not speak up by itself after a silence: leave idle_timeout_ms out, or send null.',
    { param: 'session.audio.input.turn_detection.idle_timeout_ms' },
  );
}
