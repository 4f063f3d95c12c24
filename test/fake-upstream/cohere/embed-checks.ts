import { asList, asText, isAbsent, type Fields } from '../fields.js';
import { checkKnownFields } from '../openai/known-fields.js';
import { Refused, type Path } from '../refused.js';
import {
  checkList,
  checkObject,
  checkOneOf,
  checkOptionalInteger,
  checkOptionalOneOf,
  checkOptionalString,
  checkString,
  invalid,
} from '../value-checks.js';

const V1_FIELDS = ['texts', 'images', 'model', 'input_type', 'embedding_types', 'truncate'];
const V2_FIELDS = [...V1_FIELDS, 'inputs', 'max_tokens', 'output_dimension', 'priority'];
const INPUT_TYPES = ['search_document', 'search_query', 'classification', 'clustering', 'image'];
const EMBEDDING_TYPES = ['float', 'int8', 'uint8', 'binary', 'ubinary', 'base64'];
const DIMENSIONS = [256, 512, 1024, 1536];
const MAX_INPUTS = 96;

export function checkEmbedV1(fields: Fields): void {
  checkKnownFields(fields, V1_FIELDS);
  checkOptionalString(fields.model, ['model']);
  const isOld = isAbsent(fields.model) || asText(fields.model).endsWith('-v2.0');
  if (isOld) checkOptionalOneOf(fields.input_type, ['input_type'], INPUT_TYPES);
  else checkOneOf(fields.input_type, ['input_type'], INPUT_TYPES);
  checkCommonFields(fields, ['texts', 'images']);
}

export function checkEmbedV2(fields: Fields): void {
  checkKnownFields(fields, V2_FIELDS);
  checkString(fields.model, ['model']);
  checkOneOf(fields.input_type, ['input_type'], INPUT_TYPES);
  checkList(fields.embedding_types, ['embedding_types']);
  checkOptionalInteger(fields.max_tokens, ['max_tokens'], 1);
  checkOptionalInteger(fields.priority, ['priority'], 0, 999);
  if (!isAbsent(fields.output_dimension) && !DIMENSIONS.some((size) => size === fields.output_dimension)) {
    throw invalid(['output_dimension'], `must be one of ${DIMENSIONS.join(', ')}`);
  }
  checkCommonFields(fields, ['texts', 'images', 'inputs']);
}

function checkCommonFields(fields: Fields, sources: readonly string[]): void {
  const types = fields.embedding_types;
  if (!isAbsent(types)) checkList(types, ['embedding_types']);
  for (const [index, type] of asList(types).entries()) {
    checkOneOf(type, ['embedding_types', index], EMBEDDING_TYPES);
  }
  checkOptionalOneOf(fields.truncate, ['truncate'], ['NONE', 'START', 'END']);
  const given = sources.filter((name) => !isAbsent(fields[name]));
  const [source] = given;
  if (source === undefined || given.length > 1) {
    throw new Refused(`invalid request: exactly one of ${sources.join(', ')} must be provided`);
  }
  checkInputs(fields[source], source);
  if (source === 'images' && fields.input_type !== 'image') {
    throw invalid(['input_type'], "must be 'image' when images are provided");
  }
}

function checkInputs(inputs: unknown, name: string): void {
  checkList(inputs, [name]);
  if (inputs.length === 0 || inputs.length > MAX_INPUTS) {
    throw invalid(
      [name],
      `total number of ${name} must be from 1 to ${MAX_INPUTS} - received ${inputs.length}`,
    );
  }
  for (const [index, input] of inputs.entries()) {
    if (name === 'inputs') checkContents(input, [name, index]);
    else checkString(input, [name, index]);
  }
}

function checkContents(input: unknown, path: Path): void {
  checkObject(input, path);
  checkList(input.content, [...path, 'content']);
  for (const [index, part] of input.content.entries()) {
    const partPath = [...path, 'content', index];
    checkObject(part, partPath);
    checkOneOf(part.type, [...partPath, 'type'], ['text', 'image_url']);
  }
}
