import { type RealtimeDialect } from '../connection.js';
import { wrongType, wrongValue } from '../../validation/faults.js';
import {
  type Check,
  type MemberChecks,
  taggedUnion,
  list,
  name,
  number,
  object,
  text,
  boolean,
  oneOf,
} from './check.js';
import {
  betaTurnDetection,
  include,
  maxOutputTokens,
  noiseReduction,
  prompt,
  reasoning,
  speed,
  toolChoice,
  tools,
  tracing,
  transcription,
  truncation,
  turnDetection,
  voice,
} from './settings.js';

const PCM_RATE_HZ = 24_000;
const BETA_AUDIO_FORMATS = ['pcm16', 'g711_ulaw', 'g711_alaw'];
/** The beta dialect allowed a smaller range, but models of other vendors support all of it. */
const MAX_TEMPERATURE = 2;

const pcmRate: Check = (value, path) => {
  if (value !== PCM_RATE_HZ) throw wrongValue(path, `must be ${PCM_RATE_HZ}`);
};

export const audioFormat = taggedUnion('type', {
  'audio/pcm': object({}, { rate: pcmRate }),
  'audio/pcmu': object({}),
  'audio/pcma': object({}),
});

/** Speech always has a transcript, so only one modality is allowed. */
export const outputModalities: Check = (value, path) => {
  if (!Array.isArray(value)) throw wrongType(path, 'an array');
  const isOne = value.length === 1 && (value[0] === 'audio' || value[0] === 'text');
  if (!isOne) throw wrongValue(path, 'must be ["audio"] or ["text"]');
};

const audioInput = object(
  {},
  {
    format: audioFormat,
    transcription,
    noise_reduction: noiseReduction,
    turn_detection: turnDetection,
  },
);
const audioOutput = object({}, { format: audioFormat, voice, speed });

/** Settings with the same name in both dialects. */
const sharedMembers: MemberChecks = {
  model: name,
  instructions: text,
  tools,
  tool_choice: toolChoice,
  tracing,
  prompt,
  include,
};

const gaSession = taggedUnion('type', {
  realtime: object(
    {},
    {
      ...sharedMembers,
      audio: object({}, { input: audioInput, output: audioOutput }),
      output_modalities: outputModalities,
      max_output_tokens: maxOutputTokens,
      parallel_tool_calls: boolean,
      reasoning,
      truncation,
    },
  ),
  transcription: object({}, { audio: object({}, { input: audioInput }), include }),
});

export const betaModalities: Check = (value, path) => {
  list(oneOf('text', 'audio'))(value, path);
  if ((value as unknown[]).length === 0) throw wrongValue(path, 'must not be empty');
};

export const betaAudioFormat = oneOf(...BETA_AUDIO_FORMATS);
export const betaTemperature = number(0, MAX_TEMPERATURE);

const betaInput: MemberChecks = {
  input_audio_format: betaAudioFormat,
  input_audio_transcription: transcription,
  input_audio_noise_reduction: noiseReduction,
  turn_detection: betaTurnDetection,
};

const betaSession = object(
  {},
  {
    ...sharedMembers,
    ...betaInput,
    output_audio_format: betaAudioFormat,
    voice,
    speed,
    modalities: betaModalities,
    max_response_output_tokens: maxOutputTokens,
    temperature: betaTemperature,
  },
);

export const betaTranscriptionSession = object({}, { ...betaInput, include, modalities: betaModalities });

export const SESSION_CHECKS: Readonly<Record<RealtimeDialect, Check>> = { ga: gaSession, beta: betaSession };
