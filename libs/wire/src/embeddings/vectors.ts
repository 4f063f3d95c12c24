import { type EmbeddingsRequest, GatewayError, type Vector } from '#canonical';
import { badAnswer } from '../operations/answer-errors.js';

/** Little-endian float32, as every client library that asks for base64 expects. */
export function vectorToBase64(vector: Vector): string {
  const bytes = Buffer.allocUnsafe(vector.length * 4);
  for (let index = 0; index < vector.length; index += 1) bytes.writeFloatLE(vector[index] ?? 0, index * 4);
  return bytes.toString('base64');
}

function vectorFromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) throw badAnswer();
  const vector = new Float32Array(bytes.length / 4);
  for (let index = 0; index < vector.length; index += 1) vector[index] = bytes.readFloatLE(index * 4);
  return vector;
}

/** A vector in either of the ways that services write one. */
export function readVector(value: unknown): Vector {
  if (typeof value === 'string') return vectorFromBase64(value);
  if (!Array.isArray(value) || value.length === 0) throw badAnswer();
  if (!value.every((number) => typeof number === 'number' && Number.isFinite(number))) throw badAnswer();
  return value as number[];
}

/** For upstreams that cut texts into tokens themselves. */
export function textInputs({ inputs }: EmbeddingsRequest): string[] {
  return inputs.map((input) => {
    if (typeof input === 'string') return input;
    throw new GatewayError('unsupported-parameter', 'The upstream takes texts, not tokens.', {
      param: 'inputs',
    });
  });
}
