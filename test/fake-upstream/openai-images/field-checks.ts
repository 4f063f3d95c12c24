import { asText, isAbsent, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused } from '../refused.js';
import {
  checkObject,
  checkOptionalBoolean,
  checkOptionalInteger,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  invalid,
  missing,
} from '../value-checks.js';
import { DEFAULT_MODEL, getFamily, type Family } from './families.js';

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  response_format: ['url', 'b64_json'],
  background: ['transparent', 'opaque', 'auto'],
  output_format: ['png', 'jpeg', 'webp', 'gif', 'svg'],
  moderation: ['low', 'auto'],
  style: ['vivid', 'natural'],
  input_fidelity: ['high', 'low'],
  complexity: ['low', 'medium', 'high'],
};

const INTEGERS: Readonly<Record<string, readonly [minimum: number, maximum: number]>> = {
  output_compression: [0, 100],
  partial_images: [0, 3],
  frame_count: [1, 1_000],
  frame_duration_ms: [1, 60_000],
};

/** Everything except the images that an edit starts from. */
export function checkFields(fields: Fields, knownFields: readonly string[]): Family {
  checkOptionalString(fields.model, ['model']);
  const family = getFamily(asText(fields.model ?? DEFAULT_MODEL));
  checkKnownFields(
    fields,
    knownFields.filter((name) => !family.unknownFields.includes(name)),
  );
  checkPrompt(fields.prompt, family);
  checkOptionalInteger(fields.n, ['n'], 1, family.max);
  checkSize(fields.size, family);
  checkOptionalOneOf(fields.quality, ['quality'], family.qualities);
  for (const [name, choices] of Object.entries(CHOICES)) checkOptionalOneOf(fields[name], [name], choices);
  for (const [name, range] of Object.entries(INTEGERS)) checkOptionalInteger(fields[name], [name], ...range);
  for (const name of ['user', 'safety_identifier']) checkOptionalString(fields[name], [name]);
  if (!isAbsent(fields.svg)) checkObject(fields.svg, ['svg']);
  checkStream(fields);
  return family;
}

function checkPrompt(prompt: unknown, { promptCharacters }: Family): void {
  checkString(prompt, ['prompt']);
  if (prompt === '') throw missing(['prompt']);
  if (prompt.length > promptCharacters) {
    const message = `string too long. Expected a string with maximum length ${promptCharacters}.`;
    throw new Refused(message, { path: ['prompt'], code: 'string_above_max_length' });
  }
}

function checkSize(size: unknown, { sizes }: Family): void {
  checkOptionalString(size, ['size']);
  if (typeof size === 'string' && !sizes.test(size)) throw invalid(['size'], `${size} is not supported.`);
}

function checkStream({ stream, n, partial_images: partialImages }: Fields): void {
  checkOptionalBoolean(stream, ['stream']);
  if (stream === true && typeof n === 'number' && n > 1) {
    throw invalid(['n'], 'streaming is only supported for one image.');
  }
  if (stream !== true && typeof partialImages === 'number' && partialImages > 0) {
    throw invalid(['partial_images'], "only allowed when 'stream' is enabled.");
  }
}
