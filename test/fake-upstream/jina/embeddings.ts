import type { Fields } from '../fields.js';
import { toBase64, getVector } from '../made-up/vectors.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { parseWords } from '../scenarios/words.js';
import {
  checkOptionalBoolean,
  checkOptionalInteger,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  invalid,
} from '../value-checks.js';
import { checkText, textIn } from './texts.js';

const FLAGS = ['normalized', 'late_chunking', 'truncate', 'return_multivector'];
const KNOWN_FIELDS = ['model', 'input', 'task', 'dimensions', 'embedding_type', 'encoding_format', ...FLAGS];

export function checkEmbeddings(fields: Fields): void {
  checkKnownFields(fields, KNOWN_FIELDS);
  checkString(fields.model, ['model']);
  checkInput(fields.input);
  checkOptionalString(fields.task, ['task']);
  checkOptionalInteger(fields.dimensions, ['dimensions'], 1);
  for (const name of ['embedding_type', 'encoding_format']) {
    checkOptionalOneOf(fields[name], [name], ['float', 'base64']);
  }
  for (const name of FLAGS) checkOptionalBoolean(fields[name], [name]);
}

export function toEmbeddings(fields: Fields): object {
  const { model, input, dimensions, embedding_type: type, encoding_format: format } = fields;
  const texts = (Array.isArray(input) ? input : [input]).map(textIn);
  const tokens = texts.reduce((total, text) => total + parseWords(text).length, 0);
  const isPacked = (type ?? format) === 'base64';
  return {
    model,
    object: 'list',
    usage: { total_tokens: tokens, prompt_tokens: tokens },
    data: texts.map((text, index) => {
      const vector = getVector(text, typeof dimensions === 'number' ? dimensions : undefined);
      return { object: 'embedding', index, embedding: isPacked ? toBase64(vector) : [...vector] };
    }),
  };
}

function checkInput(input: unknown): void {
  if (!Array.isArray(input)) return checkText(input, ['input']);
  if (input.length === 0) throw invalid(['input'], 'List should have at least 1 item');
  for (const [index, item] of input.entries()) checkText(item, ['input', index]);
}
