import { isObject, type Fields } from '../fields.js';
import { checkFunctionName, checkParameters } from '../openai/function-name.js';
import { checkKnownFields } from '../openai/known-fields.js';
import type { Path } from '../refused.js';
import {
  checkList,
  checkObject,
  checkOneOf,
  checkOptionalBoolean,
  checkOptionalInteger,
  checkOptionalNumber,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  invalid,
  missing,
  wrongType,
} from '../value-checks.js';

/* Settings that have the same values in both dialects, wherever each of them has them. */

const VOICES = 'alloy ash ballad cedar coral echo marin sage shimmer verse'.split(' ');
const TRANSCRIPTION_FIELDS = ['model', 'language', 'prompt', 'delay', 'keywords', 'languages'];
const ANSWERING_FIELDS = ['type', 'create_response', 'interrupt_response'];
const SERVER_VAD_FIELDS = [
  ...ANSWERING_FIELDS,
  'threshold',
  'prefix_padding_ms',
  'silence_duration_ms',
  'idle_timeout_ms',
];
const MAX_OUTPUT_TOKENS = 4096;

export function checkVoice(voice: unknown, path: Path): void {
  if (voice === undefined) return;
  if (!isObject(voice)) return checkOneOf(voice, path, VOICES);
  checkKnownFields(voice, ['id'], path);
  checkString(voice.id, [...path, 'id']);
}

export function checkMaxOutputTokens(limit: unknown, path: Path): void {
  if (limit === undefined || limit === 'inf') return;
  if (limit === null) throw wrongType(path, "an integer or 'inf'");
  checkOptionalInteger(limit, path, 1, MAX_OUTPUT_TOKENS);
}

export function checkTools(tools: unknown, path: Path): void {
  if (tools === undefined) return;
  checkList(tools, path);
  for (const [index, tool] of tools.entries()) checkTool(tool, [...path, index]);
}

function checkTool(tool: unknown, path: Path): void {
  checkObject(tool, path);
  checkOneOf(tool.type, [...path, 'type'], ['function', 'mcp']);
  if (tool.type === 'mcp') return checkString(tool.server_label, [...path, 'server_label']);
  checkKnownFields(tool, ['type', 'name', 'description', 'parameters'], path);
  checkFunctionName(tool.name, [...path, 'name']);
  checkOptionalString(tool.description, [...path, 'description']);
  checkParameters(tool.parameters, [...path, 'parameters']);
}

export function checkToolChoice(choice: unknown, path: Path): void {
  if (choice === undefined) return;
  if (!isObject(choice)) return checkOneOf(choice, path, ['none', 'auto', 'required']);
  checkOneOf(choice.type, [...path, 'type'], ['function', 'mcp']);
  const name = choice.type === 'function' ? 'name' : 'server_label';
  checkString(choice[name], [...path, name]);
}

/** The first version has a default type. */
export function checkTurnDetection(turns: unknown, path: Path, assumedType?: string): void {
  if (turns === undefined || turns === null) return;
  checkObject(turns, path);
  const type = turns.type ?? assumedType;
  checkOneOf(type, [...path, 'type'], ['server_vad', 'semantic_vad']);
  checkOptionalBoolean(turns.create_response, [...path, 'create_response']);
  checkOptionalBoolean(turns.interrupt_response, [...path, 'interrupt_response']);
  if (type === 'server_vad') checkServerVad(turns, path);
  else checkSemanticVad(turns, path);
}

function checkServerVad(turns: Fields, path: Path): void {
  checkKnownFields(turns, SERVER_VAD_FIELDS, path);
  checkOptionalNumber(turns.threshold, [...path, 'threshold'], 0, 1);
  checkOptionalInteger(turns.prefix_padding_ms, [...path, 'prefix_padding_ms'], 0);
  checkOptionalInteger(turns.silence_duration_ms, [...path, 'silence_duration_ms'], 0);
  checkOptionalInteger(turns.idle_timeout_ms, [...path, 'idle_timeout_ms'], 5_000, 30_000);
}

function checkSemanticVad(turns: Fields, path: Path): void {
  checkKnownFields(turns, [...ANSWERING_FIELDS, 'eagerness'], path);
  checkOptionalOneOf(turns.eagerness, [...path, 'eagerness'], ['low', 'medium', 'high', 'auto']);
}

export function checkTranscription(transcription: unknown, path: Path): void {
  if (transcription === undefined || transcription === null) return;
  checkObject(transcription, path);
  checkKnownFields(transcription, TRANSCRIPTION_FIELDS, path);
  checkOptionalString(transcription.model, [...path, 'model']);
  checkOptionalString(transcription.language, [...path, 'language']);
  checkOptionalString(transcription.prompt, [...path, 'prompt']);
}

export function checkNoiseReduction(reduction: unknown, path: Path): void {
  if (reduction === undefined || reduction === null) return;
  checkObject(reduction, path);
  checkOneOf(reduction.type, [...path, 'type'], ['near_field', 'far_field']);
}

export function checkSpeed(speed: unknown, path: Path): void {
  checkOptionalNumber(speed, path, 0.25, 1.5);
}

/** The model of a session cannot change. */
export function checkModel(model: unknown, path: Path, ownModel: string): void {
  if (model === undefined) return;
  checkString(model, path);
  if (model === '') throw missing(path);
  if (model !== ownModel) throw invalid(path, `the model of a session cannot be changed from '${ownModel}'.`);
}
