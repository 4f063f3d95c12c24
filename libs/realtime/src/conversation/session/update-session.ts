import { GatewayError } from '#canonical';
import { PCM_FORMAT, completeFormat } from '../audio/audio-format.js';
import {
  type AudioInputConfig,
  type AudioInputPatch,
  type AudioOutputConfig,
  type AudioOutputPatch,
  type SessionConfig,
  type SessionPatch,
} from '../protocol/session-config.js';
import { type RealtimeSettings } from '../settings.js';
import { SERVER_VAD, updateTurnDetection } from './turn-detection.js';
import {
  functionChoice,
  functionTools,
  noTranscriptionModel,
  refuseAudioWithoutSpeech,
  refusePrompt,
} from './unsupported.js';

export interface SessionFacts {
  canSpeak: boolean;
  canListen: boolean;
  /** Whether the client has already heard a voice. */
  hasSpoken: boolean;
}

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

function updateInput(
  current: AudioInputConfig,
  patch: AudioInputPatch,
  facts: SessionFacts,
): AudioInputConfig {
  if (!facts.canListen) refuseListening(patch);
  const { turn_detection: detection, transcription, format, ...plain } = patch;
  return {
    ...current,
    ...given(plain),
    format: completeFormat(format ?? current.format),
    ...(transcription === undefined
      ? {}
      : { transcription: transcription && { ...current.transcription, ...transcription } }),
    ...(detection === undefined
      ? {}
      : { turn_detection: updateTurnDetection(current.turn_detection, detection) }),
  };
}

function refuseListening({ transcription, turn_detection: detection }: AudioInputPatch): void {
  if (transcription) throw noTranscriptionModel('session.audio.input.transcription');
  if (detection) throw noTranscriptionModel('session.audio.input.turn_detection');
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
