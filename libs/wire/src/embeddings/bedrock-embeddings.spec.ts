import { describe, expect, it } from '@jest/globals';
import { type EmbeddingsRequest, type JsonObject } from '#canonical';
import { EMBEDDINGS_FORMATS } from './index.js';

const asked: EmbeddingsRequest = { model: 'm', inputs: ['a'], encoding: 'float' };

type Format = 'bedrock-titan-embeddings' | 'bedrock-cohere-embeddings';
const TITAN: Format = 'bedrock-titan-embeddings';
const COHERE: Format = 'bedrock-cohere-embeddings';

describe('embedding texts on Amazon Bedrock', () => {
  it.each<[Format, string, Partial<EmbeddingsRequest>, JsonObject, string[]]>([
    [TITAN, 'amazon.titan-embed-text-v2:0', {}, { inputText: 'a', normalize: true }, []],
    [
      TITAN,
      'amazon.titan-embed-text-v2:0',
      { dimensions: 256, purpose: 'clustering', user: 'u', title: 't' },
      { inputText: 'a', dimensions: 256, normalize: true },
      ['title', 'user', 'purpose'],
    ],
    [TITAN, 'amazon.titan-embed-text-v1', {}, { inputText: 'a' }, []],
    [
      TITAN,
      'amazon.titan-embed-image-v1',
      { dimensions: 384 },
      { inputText: 'a', embeddingConfig: { outputEmbeddingLength: 384 } },
      [],
    ],
    [
      COHERE,
      'cohere.embed-v4:0',
      { inputs: ['a', 'b'], dimensions: 512, purpose: 'search-query', user: 'u' },
      { texts: ['a', 'b'], input_type: 'search_query', embedding_types: ['float'], output_dimension: 512 },
      ['user'],
    ],
  ])('%s of %s with %j', (format, model, more, body, lost) => {
    const encoded = EMBEDDINGS_FORMATS[format].encodeRequest({ ...asked, ...more }, model);
    expect({ body: encoded.body, lost: encoded.lost.map(({ field }) => field) }).toEqual({ body, lost });
  });

  it('rejects dimensions for the first generation of Titan', () => {
    expect(() =>
      EMBEDDINGS_FORMATS[TITAN].encodeRequest({ ...asked, dimensions: 9 }, 'amazon.titan-embed-text-v1'),
    ).toThrow(expect.objectContaining({ kind: 'unsupported-parameter', param: 'dimensions' }));
  });
});

describe('vectors of Amazon Bedrock', () => {
  it.each<[Format, string[], JsonObject, object]>([
    [
      TITAN,
      ['a'],
      { embedding: [1, 2], embeddingsByType: { float: [1, 2] }, inputTextTokenCount: 3 },
      { vectors: [[1, 2]], usage: { inputTokens: 3, outputTokens: 0 } },
    ],
    [
      COHERE,
      ['a', 'b'],
      { id: 'x', response_type: 'embeddings_by_type', embeddings: { float: [[1], [2]] }, texts: ['a', 'b'] },
      { vectors: [[1], [2]] },
    ],
    [COHERE, ['a'], { id: 'x', response_type: 'embeddings_floats', embeddings: [[1]] }, { vectors: [[1]] }],
  ])('%s', (format, inputs, body, answer) => {
    expect(EMBEDDINGS_FORMATS[format].decodeResponse(body, { ...asked, inputs })).toEqual(answer);
  });

  it.each<[Format, JsonObject]>([
    [TITAN, {}],
    [TITAN, { embedding: [] }],
    [COHERE, { embeddings: { float: [] } }],
    [COHERE, { embeddings: { int8: [[1]] } }],
  ])('%s rejects %j', (format, body) => {
    expect(() => EMBEDDINGS_FORMATS[format].decodeResponse(body, asked)).toThrow(
      expect.objectContaining({ kind: 'upstream-bad-response' }),
    );
  });
});
