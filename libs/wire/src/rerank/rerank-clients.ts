import { type JsonObject, type RerankAnswer, type RerankRequest } from '#canonical';
import { decodeExtensions } from '../openai-dialect/decode-extensions.js';
import { definedMembers } from '../openai-dialect/defined-members.js';
import { getRecord } from '../openai-dialect/json-reading.js';
import { RequestObject } from '../openai-dialect/request-object.js';
import { type ClientOperation, type OperationContext } from '../operations/operation-format.js';
import { readDocuments, readQuery } from './documents.js';

const UNDERSTOOD = new Set([
  'model',
  'query',
  'documents',
  'top_n',
  'return_documents',
  'rank_fields',
  'max_tokens_per_doc',
  'max_chunks_per_doc',
]);
const DOCUMENTS_PER_SEARCH_UNIT = 100;

type Client = ClientOperation<RerankRequest, RerankAnswer>;

const FIELD_NAMES: Client['fieldNames'] = {
  topN: 'top_n',
  returnDocuments: 'return_documents',
  maxTokensPerDocument: 'max_tokens_per_doc',
  maxChunksPerDocument: 'max_chunks_per_doc',
};

/** `POST /v1/rerank`: clients of Jina and of the first version of Cohere's API, told apart by nothing. */
export const jinaRerankClient: Client = {
  decodeRequest: (body) => decodeRequest(body, { hasDocuments: true }),
  encodeResponse,
  fieldNames: FIELD_NAMES,
};

/** `POST /v2/rerank`: its answers never repeat the documents. */
export const cohereRerankClient: Client = {
  decodeRequest: (body) => decodeRequest(body, { hasDocuments: false }),
  encodeResponse,
  fieldNames: FIELD_NAMES,
};

function decodeRequest(body: JsonObject, { hasDocuments }: { hasDocuments: boolean }): RerankRequest {
  const members = new RequestObject(body);
  const model = members.nonEmptyString('model');
  const query = readQuery(members);
  const { documents, imagePath = query.imagePath } = readDocuments(members);
  const topN = members.integer('top_n', { min: 1 });
  const returnDocuments = members.boolean('return_documents') ?? true;
  return {
    model,
    query: query.text,
    documents,
    topN: topN === undefined ? undefined : Math.min(topN, documents.length),
    returnDocuments: returnDocuments && hasDocuments,
    maxTokensPerDocument: members.integer('max_tokens_per_doc', { min: 1 }),
    maxChunksPerDocument: members.integer('max_chunks_per_doc', { min: 1 }),
    ...decodeExtensions(body, UNDERSTOOD),
    ...(imagePath === undefined
      ? {}
      : { onlyNative: { param: imagePath, reason: 'only texts can be ranked by this model' } }),
  };
}

/** One answer for all: each kind of client finds in it what it looks for. */
function encodeResponse(
  { results, usage }: RerankAnswer,
  { asked, requestId }: OperationContext<RerankRequest>,
): JsonObject {
  const { inputTokens = 0, outputTokens = 0, searchUnits } = usage ?? {};
  const { documents, returnDocuments } = asked;
  return {
    id: `rerank-${requestId.replace(/^req_/, '')}`,
    object: 'list',
    model: asked.model,
    results: results.map(({ index, score }) =>
      definedMembers({
        index,
        relevance_score: score,
        document: returnDocuments ? asObject(documents[index]) : undefined,
      }),
    ),
    meta: definedMembers({
      api_version: { version: '2' },
      billed_units: { search_units: searchUnits ?? Math.ceil(documents.length / DOCUMENTS_PER_SEARCH_UNIT) },
      tokens: inputTokens === 0 ? undefined : { input_tokens: inputTokens, output_tokens: outputTokens },
    }),
    usage: { prompt_tokens: inputTokens, total_tokens: inputTokens + outputTokens },
  };
}

function asObject(document: RerankRequest['documents'][number] | undefined): JsonObject {
  const original = getRecord(document?.original) as JsonObject | undefined;
  return original ?? { text: document?.text ?? '' };
}
