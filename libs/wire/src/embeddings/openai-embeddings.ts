import { type EmbeddingsResult, type EmbeddingsRequest, type JsonObject, type JsonValue } from '#canonical';
import { wrongType, wrongValue } from '../validation/faults.js';
import { decodeExtensions, getRecord, getRecords } from '../openai-dialect/json-members.js';
import { RequestObject } from '../validation/request-object.js';
import { readUsage } from '../openai-dialect/usage.js';
import { badResponse } from '../operations/response-errors.js';
import { type ClientOperation, type UpstreamOperation } from '../operations/operation-format.js';
import { readVector, vectorToBase64 } from './vectors.js';
import { definedMembers } from '../validation/json-values.js';

const MAX_INPUTS = 2048;
const MAX_DIMENSIONS = 65_536;
const MAX_TOKEN = 2 ** 31 - 1;
const TRANSLATED_MEMBERS = new Set(['model', 'input', 'dimensions', 'encoding_format', 'user']);

export const openAiEmbeddingsClient: ClientOperation<EmbeddingsRequest, EmbeddingsResult> = {
  decodeRequest(body) {
    const members = new RequestObject(body);
    return {
      model: members.nonEmptyString('model'),
      inputs: readInputs(members),
      encoding: members.oneOf('encoding_format', ['float', 'base64']) ?? 'float',
      dimensions: members.integer('dimensions', { min: 1, max: MAX_DIMENSIONS }),
      user: members.string('user'),
      ...decodeExtensions(body, TRANSLATED_MEMBERS),
    };
  },

  encodeResponse({ vectors, usage }, { asked }) {
    const promptTokens = usage?.inputTokens ?? 0;
    return {
      object: 'list',
      data: vectors.map((vector, index) => ({
        object: 'embedding',
        index,
        embedding: asked.encoding === 'base64' ? vectorToBase64(vector) : [...vector],
      })),
      model: asked.model,
      usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
    };
  },

  fieldNames: { inputs: 'input', encoding: 'encoding_format' },
};

export const openAiEmbeddings: UpstreamOperation<EmbeddingsRequest, EmbeddingsResult> = {
  encodeRequest({ inputs, dimensions, encoding, user, purpose, title }, upstreamModel) {
    const body = definedMembers({
      model: upstreamModel,
      input: inputs as JsonValue[],
      dimensions,
      encoding_format: encoding,
      user,
    });
    const reason = 'the provider does not have task types for embeddings';
    return {
      body,
      lost: [
        ...(purpose === undefined ? [] : [{ field: 'purpose' as const, reason }]),
        ...(title === undefined ? [] : [{ field: 'title' as const, reason }]),
      ],
    };
  },

  decodeResponse(body, { inputs }) {
    const data = getRecords(body['data']);
    if (data.length !== inputs.length) throw badResponse();
    const vectors = data
      .toSorted((a, b) => Number(a['index'] ?? 0) - Number(b['index'] ?? 0))
      .map((item) => readVector(item['embedding']));
    return { vectors, usage: readUsage(body['usage']) };
  },
};

/** The vectors are encoded as the client requested, so that the bytes can be forwarded. */
export function isEncodedAs(encoding: EmbeddingsRequest['encoding'], body: JsonObject): boolean {
  return getRecords(body['data']).every(
    (item) => (typeof getRecord(item)?.['embedding'] === 'string') === (encoding === 'base64'),
  );
}

function readInputs(members: RequestObject): EmbeddingsRequest['inputs'] {
  if (!members.has('input')) return [members.requiredString('input')];
  const value = members.value('input');
  if (typeof value === 'string') return [checkText(value, 'input')];
  if (!Array.isArray(value)) throw wrongType('input', 'a string, an array of strings, or an array of tokens');
  if (value.length === 0) throw wrongValue('input', 'must not be empty');
  if (typeof value[0] === 'number') return [checkTokens(value, 'input')];
  if (value.length > MAX_INPUTS) throw wrongValue('input', `must have at most ${MAX_INPUTS} elements`);
  if (typeof value[0] === 'string') return value.map((text, index) => checkText(text, `input[${index}]`));
  return value.map((tokens, index) => checkTokens(tokens, `input[${index}]`));
}

function checkText(value: JsonValue, path: string): string {
  if (typeof value !== 'string') throw wrongType(path, 'a string, like the first element');
  if (value === '') throw wrongValue(path, 'must not be empty');
  return value;
}

function checkTokens(value: JsonValue, path: string): number[] {
  if (!Array.isArray(value)) throw wrongType(path, 'a string or an array of tokens');
  if (value.length === 0) throw wrongValue(path, 'must not be empty');
  for (const [index, token] of value.entries()) {
    if (typeof token !== 'number' || !Number.isInteger(token))
      throw wrongType(`${path}[${index}]`, 'a token (an integer)');
    if (token < 0 || token > MAX_TOKEN) throw wrongValue(`${path}[${index}]`, 'is not a valid token');
  }
  return value as number[];
}
