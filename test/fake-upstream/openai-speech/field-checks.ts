import { isObject, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused } from '../refused.js';
import {
  checkOneOf,
  checkOptionalNumber,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  missing,
} from '../value-checks.js';
import { CONTENT_TYPES } from './content-types.js';

const KNOWN_FIELDS = ['model', 'input', 'voice', 'instructions', 'response_format', 'speed', 'stream_format'];
const VOICES = 'alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse'.split(' ');
const MAX_CHARACTERS = 4096;

export function checkFields(fields: Fields): void {
  checkKnownFields(fields, KNOWN_FIELDS);
  checkString(fields.model, ['model']);
  if (fields.model === '') throw missing(['model']);
  checkInput(fields.input);
  checkVoice(fields.voice, isOfOpenai(fields.model));
  checkOptionalString(fields.instructions, ['instructions']);
  checkOptionalOneOf(fields.response_format, ['response_format'], Object.keys(CONTENT_TYPES));
  checkOptionalNumber(fields.speed, ['speed'], 0.25, 4);
  checkOptionalOneOf(fields.stream_format, ['stream_format'], ['audio', 'sse']);
  if (fields.stream_format === 'sse' && /^tts-1(-|$)/.test(fields.model)) {
    const message = `'sse' is not supported with this model.`;
    throw new Refused(message, { path: ['stream_format'], code: 'unsupported_value' });
  }
}

function checkInput(input: unknown): void {
  checkString(input, ['input']);
  if (input === '') throw missing(['input']);
  if (input.length <= MAX_CHARACTERS) return;
  const message = `string too long. Expected a string with maximum length ${MAX_CHARACTERS}.`;
  throw new Refused(message, { path: ['input'], code: 'string_above_max_length' });
}

/** OpenAI-compatible services have their own voices. */
function checkVoice(voice: unknown, isStrict: boolean): void {
  if (isObject(voice)) {
    checkKnownFields(voice, ['id'], ['voice']);
    return checkString(voice.id, ['voice', 'id']);
  }
  if (isStrict) checkOneOf(voice, ['voice'], VOICES);
  else checkString(voice, ['voice']);
}

function isOfOpenai(model: string): boolean {
  return /^(tts-1(-|$)|gpt-.*-tts)/.test(model);
}
