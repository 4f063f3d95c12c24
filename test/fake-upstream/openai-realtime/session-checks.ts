import { asFields, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import type { Path } from '../refused.js';
import {
  checkList,
  checkObject,
  checkOneOf,
  checkOptionalNumber,
  checkOptionalOneOf,
  checkOptionalString,
  invalid,
  missing,
} from '../value-checks.js';
import type { Dialect } from './dialect.js';
import type { Session } from './session.js';
import {
  checkMaxOutputTokens,
  checkModel,
  checkNoiseReduction,
  checkSpeed,
  checkToolChoice,
  checkTools,
  checkTranscription,
  checkTurnDetection,
  checkVoice,
} from './setting-checks.js';

const COMMON_FIELDS = ['model', 'instructions', 'tools', 'tool_choice', 'tracing', 'prompt', 'include'];
const GA_FIELDS = [
  ...COMMON_FIELDS,
  'type',
  'audio',
  'output_modalities',
  'max_output_tokens',
  'truncation',
  'parallel_tool_calls',
  'reasoning',
];
const BETA_INPUT_FIELDS = [
  'input_audio_format',
  'input_audio_transcription',
  'input_audio_noise_reduction',
  'turn_detection',
];
const BETA_FIELDS = [
  ...COMMON_FIELDS,
  ...BETA_INPUT_FIELDS,
  'modalities',
  'voice',
  'speed',
  'output_audio_format',
  'max_response_output_tokens',
  'temperature',
  'client_secret',
];
const BETA_FORMATS = ['pcm16', 'g711_ulaw', 'g711_alaw'];
const PATH = ['session'];

type SessionCheck = (update: Fields, session: Session) => void;

export const SESSION_CHECKS: Readonly<Record<Dialect, SessionCheck>> = { ga: checkGa, beta: checkBeta };

function checkGa(update: Fields, session: Session): void {
  checkOneOf(update.type, [...PATH, 'type'], ['realtime', 'transcription']);
  if (update.type !== session.type) {
    throw invalid([...PATH, 'type'], `a session of type '${session.type}' cannot become another one.`);
  }
  if (session.type === 'transcription') return checkGaTranscription(update);
  checkKnownFields(update, GA_FIELDS, PATH);
  checkCommon(update, session);
  checkModalities(update.output_modalities, [...PATH, 'output_modalities']);
  checkMaxOutputTokens(update.max_output_tokens, [...PATH, 'max_output_tokens']);
  checkAudio(update.audio, ['input', 'output']);
}

function checkGaTranscription(update: Fields): void {
  checkKnownFields(update, ['type', 'audio', 'include'], PATH);
  checkAudio(update.audio, ['input']);
}

function checkAudio(audio: unknown, sides: readonly string[]): void {
  if (audio === undefined) return;
  const path = [...PATH, 'audio'];
  checkObject(audio, path);
  checkKnownFields(audio, sides, path);
  if (audio.input !== undefined) checkAudioInput(audio.input, [...path, 'input']);
  if (audio.output !== undefined) checkAudioOutput(audio.output, [...path, 'output'], ['speed']);
}

function checkAudioInput(input: unknown, path: Path): void {
  checkObject(input, path);
  checkKnownFields(input, ['format', 'transcription', 'noise_reduction', 'turn_detection'], path);
  checkFormat(input.format, [...path, 'format']);
  checkTranscription(input.transcription, [...path, 'transcription']);
  checkNoiseReduction(input.noise_reduction, [...path, 'noise_reduction']);
  checkTurnDetection(input.turn_detection, [...path, 'turn_detection']);
}

/** The audio output settings of a session and of a single response. */
export function checkAudioOutput(output: unknown, path: Path, more: readonly string[] = []): void {
  checkObject(output, path);
  checkKnownFields(output, ['format', 'voice', ...more], path);
  checkFormat(output.format, [...path, 'format']);
  checkVoice(output.voice, [...path, 'voice']);
  checkSpeed(output.speed, [...path, 'speed']);
}

function checkFormat(format: unknown, path: Path): void {
  if (format === undefined) return;
  checkObject(format, path);
  checkOneOf(format.type, [...path, 'type'], ['audio/pcm', 'audio/pcmu', 'audio/pcma']);
  checkKnownFields(format, format.type === 'audio/pcm' ? ['type', 'rate'] : ['type'], path);
  if (format.type !== 'audio/pcm') return;
  if (format.rate === undefined) throw missing([...path, 'rate']);
  if (format.rate !== 24_000) throw invalid([...path, 'rate'], 'expected 24000.');
}

/** Speech always includes its transcript, so a request for both is invalid. */
export function checkModalities(modalities: unknown, path: Path): void {
  if (modalities === undefined) return;
  checkList(modalities, path);
  if (modalities.length === 1 && (modalities[0] === 'audio' || modalities[0] === 'text')) return;
  throw invalid(path, `${JSON.stringify(modalities)}. Supported combinations are: ["text"] and ["audio"].`);
}

function checkBeta(update: Fields, session: Session): void {
  if (session.type === 'transcription') {
    checkKnownFields(update, [...BETA_INPUT_FIELDS, 'include', 'modalities', 'client_secret'], PATH);
    return checkBetaInput(update);
  }
  checkKnownFields(update, BETA_FIELDS, PATH);
  checkCommon(update, session);
  checkBetaInput(update);
  checkSpeed(update.speed, [...PATH, 'speed']);
  checkMaxOutputTokens(update.max_response_output_tokens, [...PATH, 'max_response_output_tokens']);
  checkBetaOutput(update, PATH);
}

function checkBetaInput(update: Fields): void {
  checkOptionalOneOf(update.input_audio_format, [...PATH, 'input_audio_format'], BETA_FORMATS);
  checkTranscription(update.input_audio_transcription, [...PATH, 'input_audio_transcription']);
  checkNoiseReduction(update.input_audio_noise_reduction, [...PATH, 'input_audio_noise_reduction']);
  checkTurnDetection(update.turn_detection, [...PATH, 'turn_detection'], 'server_vad');
}

export function checkBetaOutput(fields: Fields, path: Path): void {
  checkVoice(fields.voice, [...path, 'voice']);
  checkOptionalOneOf(fields.output_audio_format, [...path, 'output_audio_format'], BETA_FORMATS);
  checkOptionalNumber(fields.temperature, [...path, 'temperature'], 0.6, 1.2);
  checkBetaModalities(fields.modalities, [...path, 'modalities']);
}

/** Speech includes its transcript, so a request for audio alone is invalid. */
function checkBetaModalities(modalities: unknown, path: Path): void {
  if (modalities === undefined) return;
  checkList(modalities, path);
  const others = modalities.filter((modality) => modality !== 'text' && modality !== 'audio');
  if (others.length === 0 && modalities.includes('text')) return;
  throw invalid(
    path,
    `${JSON.stringify(modalities)}. Supported combinations are: ["text"] and ["audio","text"].`,
  );
}

function checkCommon(update: Fields, session: Session): void {
  checkModel(update.model, [...PATH, 'model'], session.model);
  checkOptionalString(update.instructions, [...PATH, 'instructions']);
  checkTools(update.tools, [...PATH, 'tools']);
  checkToolChoice(update.tool_choice, [...PATH, 'tool_choice']);
}

/** The voice in an update with current names. */
export function voiceIn(update: Fields): unknown {
  return asFields(asFields(update.audio).output).voice;
}
