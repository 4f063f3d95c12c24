import { MODEL } from './common.js';
import {
  type Schema,
  anyObject,
  constant,
  anyOf,
  integer,
  list,
  name,
  number,
  object,
  text,
  boolean,
} from './schema.js';

const document = anyOf([
  text('A string.'),
  object(
    {},
    { text: text('The text.'), image: text('The URL of an image, for models that support images.') },
  ),
]);

const request = object(
  {
    model: MODEL,
    query: anyOf(
      [
        name('A string.'),
        object({ text: name('The text.') }),
        object({ image: name('The URL of an image, for models that support images.') }),
      ],
      'The query.',
    ),
    documents: list(document, 'The documents to rank: either all strings or all objects.', {
      min: 1,
      max: 10_000,
    }),
  },
  {
    top_n: integer('The number of results to return.', { min: 1 }),
    return_documents: boolean(
      'Whether to return the documents. Default: true. `/v2/rerank` never returns them.',
    ),
    rank_fields: list(text('A name.'), 'The fields of the documents to rank by. Default: `text`.', {
      min: 1,
      max: 100,
    }),
    max_tokens_per_doc: integer('The maximum number of tokens to use per document.', { min: 1 }),
    max_chunks_per_doc: integer('The maximum number of chunks per document.', { min: 1 }),
  },
);

const response = object({
  id: text('The id of the response.'),
  object: constant('list'),
  model: text('The model.'),
  results: list(
    object(
      {
        index: integer('The index of the document.'),
        relevance_score: number('The relevance score.'),
      },
      { document: anyObject('The document.') },
    ),
    'The results, most relevant first.',
  ),
  meta: object(
    {},
    {
      api_version: anyObject('The API version.'),
      billed_units: object({}, { search_units: integer('The number of searches.') }),
      tokens: object(
        {},
        { input_tokens: integer('Input tokens.'), output_tokens: integer('Output tokens.') },
      ),
    },
  ),
  usage: object({
    prompt_tokens: integer('Tokens of the query and the documents.'),
    total_tokens: integer('The same as `prompt_tokens`.'),
  }),
});

export const RERANK: Readonly<Record<string, Schema>> = { RerankRequest: request, RerankResponse: response };
