import { type Row, never } from '../row.js';
import { NO_CHOICES, NO_VIDEO, NO_IMAGE, NO_TEXT } from './cells.js';

const DOCUMENTS = ['Bread is baked from flour.', 'Oslo is the capital of Norway.'];

const WHOLE = {
  isStreamed: false,
  heldBy: 'upstream',
  costHeader: true,
  redaction: true,
  repeated: 'the same bytes',
  cache: true,
  ...NO_TEXT,
  ...NO_CHOICES,
  ...NO_IMAGE,
  ...NO_VIDEO,
} as const satisfies Partial<Row>;

const EMBEDDING = { ...WHOLE, operation: 'embeddings', usesTokens: true } as const satisfies Partial<Row>;
const RANKING = { ...WHOLE, operation: 'rerank', moderation: { param: 'query' } } as const;

/** Operations that read texts: nothing is generated, and nothing is streamed. */
export const TEXT_ROWS: readonly Row[] = [
  {
    ...EMBEDDING,
    name: 'embeddings',
    route: '/v1/embeddings',
    dialect: 'openai',
    format: 'openai-embeddings',
    model: 'embedding',
    usage: { inputTokens: 3 },
    moderation: { param: 'input' },
    ask: ({ openai }, { model, text }) => openai.embeddings.create({ model, input: text }),
  },
  {
    ...EMBEDDING,
    name: 'embedContent',
    route: '/v1beta/models/*',
    dialect: 'google',
    format: 'gemini-embed-content',
    model: 'gemini-embedding',
    usage: { isEstimated: true },
    moderation: { param: 'content' },
    // The official client sends only batches.
    ask: ({ post }, { model, text }) =>
      post(`/v1beta/models/${model}:embedContent`, { content: { parts: [{ text }] } }),
  },
  {
    ...EMBEDDING,
    name: 'batchEmbedContents',
    route: '/v1beta/models/*',
    dialect: 'google',
    format: 'gemini-batch-embed-contents',
    model: 'gemini-embedding',
    usage: { isEstimated: true },
    moderation: { param: 'requests' },
    ask: ({ google }, { model, text }) => google.models.embedContent({ model, contents: text }),
  },
  {
    ...RANKING,
    name: 'rerank, as Jina',
    route: '/v1/rerank',
    dialect: 'rerank',
    format: 'jina-rerank',
    model: 'jina',
    usage: { inputTokens: 14 },
    usesTokens: true,
    ask: ({ post }, { model, text }) =>
      post('/v1/rerank', { model, query: text, documents: DOCUMENTS, return_documents: false }),
  },
  {
    ...RANKING,
    name: 'rerank, by the first Cohere client',
    route: '/v1/rerank',
    dialect: 'rerank',
    format: 'jina-rerank',
    model: 'cohere',
    usage: { searchUnits: 1 },
    usesTokens: never('searches are counted, not tokens'),
    ask: ({ cohere }, { model, text }) => cohere.rerank({ model, query: text, documents: DOCUMENTS }),
  },
  {
    ...RANKING,
    name: 'rerank, by the second Cohere client',
    route: '/v2/rerank',
    dialect: 'rerank',
    format: 'cohere-rerank',
    model: 'cohere',
    usage: { searchUnits: 1 },
    usesTokens: never('searches are counted, not tokens'),
    ask: ({ cohereV2 }, { model, text }) => cohereV2.rerank({ model, query: text, documents: DOCUMENTS }),
  },
  {
    ...WHOLE,
    name: 'moderations',
    route: '/v1/moderations',
    dialect: 'openai',
    format: 'openai-moderations',
    operation: 'moderation',
    model: 'moderation',
    usage: { isEstimated: true },
    usesTokens: true,
    moderation: never('a moderation request is not moderated itself'),
    ask: ({ openai }, { model, text }) => openai.moderations.create({ model, input: text }),
  },
];
