import { type EmbeddingsRequest, GatewayError, type Vector } from '#canonical';
import { badResponse } from '../operations/response-errors.js';

/** Little-endian float32, as client libraries expect it for base64. */
export function vectorToBase64(vector: Vector): string {
  const bytes = Buffer.allocUnsafe(vector.length * 4);
  for (let index = 0; index < vector.length; index += 1) bytes.writeFloatLE(vector[index] ?? 0, index * 4);
  return bytes.toString('base64');
}

/** Whether the text has at least one float32, and no part of another. */
export function isBase64Vector(text: string): boolean {
  return isVectorBytes(Buffer.from(text, 'base64'));
}

function isVectorBytes({ length }: Buffer): boolean {
  return length > 0 && length % 4 === 0;
}

function vectorFromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  if (!isVectorBytes(bytes)) throw badResponse();
  const vector = new Float32Array(bytes.length / 4);
  for (let index = 0; index < vector.length; index += 1) vector[index] = bytes.readFloatLE(index * 4);
  return vector;
}

/** Reads a vector that is either an array of numbers or base64. */
export function readVector(value: unknown): Vector {
  if (typeof value === 'string') return vectorFromBase64(value);
  if (!Array.isArray(value) || value.length === 0) throw badResponse();
  if (!value.every((number) => typeof number === 'number' && Number.isFinite(number))) throw badResponse();
  return value as number[];
}

/** For upstreams that accept no tokens. */
export function getTextInputs({ inputs }: EmbeddingsRequest): string[] {
  return inputs.map((input) => {
    if (typeof input === 'string') return input;
    throw new GatewayError('unsupported-parameter', 'The provider accepts text, not tokens.', {
      param: 'inputs',
    });
  });
}
