import type { Account } from '../account.js';
import type { Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused, type Path } from '../refused.js';
import {
  checkOptionalInteger,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  invalid,
  missing,
  wrongType,
} from '../value-checks.js';
import { isTokens } from './inputs.js';

const KNOWN_FIELDS = ['model', 'input', 'encoding_format', 'dimensions', 'user'];
const MAX_INPUTS = 2048;
/** The one model of OpenAI that cannot shorten its embeddings. */
const FIXED_LENGTH_MODEL = 'text-embedding-ada-002';

export function checkFields(fields: Fields, { options: { maxInputs = MAX_INPUTS } }: Account): void {
  checkKnownFields(fields, KNOWN_FIELDS);
  checkString(fields.model, ['model']);
  if (fields.model === '') throw missing(['model']);
  checkInput(fields.input, maxInputs);
  checkOptionalOneOf(fields.encoding_format, ['encoding_format'], ['float', 'base64']);
  checkOptionalInteger(fields.dimensions, ['dimensions'], 1);
  checkOptionalString(fields.user, ['user']);
  if (fields.model === FIXED_LENGTH_MODEL && fields.dimensions !== undefined) {
    throw new Refused('This model does not support specifying dimensions.', { path: ['dimensions'] });
  }
}

function checkInput(input: unknown, maxInputs: number): void {
  const path = ['input'];
  if (input === undefined || input === null) throw missing(path);
  if (typeof input === 'string') return checkText(input, path);
  if (isTokens(input)) return;
  if (!Array.isArray(input)) throw wrongType(path, 'a string or an array');
  if (input.length === 0) throw new Refused('input cannot be an empty array.', { path, code: 'empty_array' });
  if (input.length > maxInputs) {
    const message = `array too long. Expected an array with maximum length ${maxInputs}.`;
    throw new Refused(message, { path, code: 'array_above_max_length' });
  }
  const [first] = input as unknown[];
  for (const [index, item] of input.entries()) checkItem(item, typeof first, [...path, index]);
}

/** Either all are texts or all are tokens. */
function checkItem(item: unknown, kind: string, path: Path): void {
  if (typeof item !== kind) throw wrongType(path, 'the same kind of input as the first');
  if (typeof item === 'string') return checkText(item, path);
  if (!isTokens(item)) throw wrongType(path, 'a string or an array of integers');
}

function checkText(text: string, path: Path): void {
  if (text === '') throw invalid(path, 'input cannot be an empty string.');
}
