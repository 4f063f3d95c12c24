import { randomUUID } from 'node:crypto';
import { asFields, asList, isAbsent, type Fields } from '../fields.js';
import { toBase64, getVector } from '../made-up/vectors.js';
import { parseWords } from '../scenarios/words.js';

const ENCODINGS: Readonly<Record<string, (vector: Float32Array) => number[] | string>> = {
  float: (vector) => [...vector],
  int8: (vector) => [...vector].map((value) => Math.round(value * 127)),
  uint8: (vector) => [...vector].map((value) => Math.round(value * 127) + 128),
  binary: (vector) => packedBits(vector).map((byte) => byte - 128),
  ubinary: packedBits,
  base64: toBase64,
};

export function embeddingsAnswer(fields: Fields, version: string): object {
  const { texts, embedding_types: types, output_dimension: dimensions } = fields;
  const inputs = getInputs(fields);
  const vectors = inputs.map((input) =>
    getVector(input, typeof dimensions === 'number' ? dimensions : undefined),
  );
  const tokens = inputs.reduce((total, input) => total + parseWords(input).length, 0);
  return {
    id: randomUUID(),
    texts: asList(texts),
    ...(isAbsent(types) ? buildFloats(vectors) : byType(vectors, asList(types).map(String))),
    meta: { api_version: { version }, billed_units: { input_tokens: tokens } },
  };
}

function buildFloats(vectors: readonly Float32Array[]): object {
  return { embeddings: vectors.map((vector) => [...vector]), response_type: 'embeddings_floats' };
}

function byType(vectors: readonly Float32Array[], types: readonly string[]): object {
  const embeddings = types.map((type) => [type, vectors.map((vector) => ENCODINGS[type]?.(vector))] as const);
  return { embeddings: Object.fromEntries(embeddings), response_type: 'embeddings_by_type' };
}

/** One text for each vector: an input of several parts is joined. */
function getInputs({ texts, images, inputs }: Fields): string[] {
  if (isAbsent(inputs)) return asList(texts ?? images).map(String);
  return asList(inputs).map((input) =>
    asList(asFields(input).content)
      .map(asFields)
      .map(({ text, image_url: image }) => String(text ?? asFields(image).url))
      .join('\n'),
  );
}

/** A bit for each value, set for those above zero. */
function packedBits(vector: Float32Array): number[] {
  return Array.from({ length: vector.length / 8 }, (_, index) =>
    [...vector.subarray(index * 8, index * 8 + 8)].reduce((bits, value) => bits * 2 + (value > 0 ? 1 : 0), 0),
  );
}
