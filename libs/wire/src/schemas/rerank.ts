import { MODEL } from './common.js';
import {
  type Schema,
  anyObject,
  constant,
  either,
  integer,
  list,
  name,
  number,
  object,
  text,
  truth,
} from './schema.js';

const document = either([
  text('A text.'),
  object({}, { text: text('Its text.'), image: text('A link to an image, for models that rank them.') }),
]);

const request = object(
  {
    model: MODEL,
    query: either(
      [
        name('A text.'),
        object({ text: name('Its text.') }),
        object({ image: name('A link to an image, for models that rank them.') }),
      ],
      'What the documents are to answer.',
    ),
    documents: list(document, 'What is ordered: texts, or objects, but not both.', { min: 1, max: 10_000 }),
  },
  {
    top_n: integer('How many of the best to return.', { min: 1 }),
    return_documents: truth(
      'Whether to repeat the documents. True where it is left out; `/v2/rerank` never does.',
    ),
    rank_fields: list(text('A name.'), 'Which members of the documents count; `text` where it is left out.', {
      min: 1,
      max: 100,
    }),
    max_tokens_per_doc: integer('How much of each document counts.', { min: 1 }),
    max_chunks_per_doc: integer('Into how many pieces a document is cut at most.', { min: 1 }),
  },
);

const response = object({
  id: text('The id of the answer.'),
  object: constant('list'),
  model: text('The model.'),
  results: list(
    object(
      {
        index: integer('Which document it is.'),
        relevance_score: number('How well it answers, best first.'),
      },
      { document: anyObject('The document.') },
    ),
    'The documents, best first.',
  ),
  meta: object(
    {},
    {
      api_version: anyObject('The version of the form.'),
      billed_units: object({}, { search_units: integer('Searches.') }),
      tokens: object(
        {},
        { input_tokens: integer('Tokens read.'), output_tokens: integer('Tokens written.') },
      ),
    },
  ),
  usage: object({
    prompt_tokens: integer('Tokens of query and documents.'),
    total_tokens: integer('The same.'),
  }),
});

export const RERANK: Readonly<Record<string, Schema>> = { RerankRequest: request, RerankResponse: response };
