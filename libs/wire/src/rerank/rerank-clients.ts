import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type RankedDocument,
  type RerankResult,
  type RerankRequest,
} from '#canonical';
import { missing, wrongType, wrongValue } from '../validation/faults.js';
import { decodeExtensions, getRecord } from '../openai-dialect/json-members.js';
import { definedMembers } from '../validation/json-values.js';
import { RequestObject } from '../validation/request-object.js';
import { type ClientOperation, type OperationContext } from '../operations/operation-format.js';

const TRANSLATED_MEMBERS = new Set([
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

type Client = ClientOperation<RerankRequest, RerankResult>;

const FIELD_NAMES: Client['fieldNames'] = {
  topN: 'top_n',
  returnDocuments: 'return_documents',
  maxTokensPerDocument: 'max_tokens_per_doc',
  maxChunksPerDocument: 'max_chunks_per_doc',
};

const MAX_DOCUMENTS = 10_000;
const MAX_RANK_FIELDS = 100;
const DEFAULT_FIELDS = ['text'];

/** A document or a query. An image has no text to compare. */
interface DocumentText {
  text: string;
  imagePath?: string;
}

interface DecodedDocuments {
  documents: RankedDocument[];
  /** The path of the first image among them. */
  imagePath?: string;
}

/** `POST /v1/rerank`: clients of Jina and of version 1 of Cohere's API, which cannot be distinguished. */
export const jinaRerankClient: Client = {
  decodeRequest: (body) => decodeRequest(body, { hasDocuments: true }),
  encodeResponse,
  fieldNames: FIELD_NAMES,
};

/** `POST /v2/rerank`: its responses never contain the documents. */
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
    ...decodeExtensions(body, TRANSLATED_MEMBERS),
    ...(imagePath === undefined
      ? {}
      : { onlyNative: { param: imagePath, reason: 'only texts can be ranked by this model' } }),
  };
}

/** One response for all clients, with the members of each format. */
function encodeResponse(
  { results, usage }: RerankResult,
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
        document: returnDocuments ? toDocumentObject(documents[index]) : undefined,
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

function toDocumentObject(document: RerankRequest['documents'][number] | undefined): JsonObject {
  const original = getRecord(document?.original) as JsonObject | undefined;
  return original ?? { text: document?.text ?? '' };
}

function readDocuments(members: RequestObject): DecodedDocuments {
  const list = members.requiredList('documents', MAX_DOCUMENTS);
  if (list.length === 0) throw wrongValue('documents', 'must not be empty');
  const rankFields = readRankFields(members);
  refuseMixedTypes(list);
  const read = list.map((document, index) => readDocument(document, `documents[${index}]`, rankFields));
  return {
    documents: read.map(({ text }, index) => ({ text, original: list[index] ?? null })),
    imagePath: read.find(({ imagePath }) => imagePath !== undefined)?.imagePath,
  };
}

function readQuery(members: RequestObject): DocumentText {
  const query = members.value('query');
  if (query === undefined) throw missing('query');
  const read = readDocument(query, 'query', undefined);
  if (read.text === '' && read.imagePath === undefined) throw wrongValue('query', 'must not be empty');
  return read;
}

function readRankFields(members: RequestObject): readonly string[] | undefined {
  const fields = members.strings('rank_fields', MAX_RANK_FIELDS);
  if (fields?.length === 0) throw wrongValue('rank_fields', 'must not be empty');
  return fields;
}

function refuseMixedTypes(list: readonly JsonValue[]): void {
  const areTexts = typeof list[0] === 'string';
  const different = list.findIndex((document) => (typeof document === 'string') !== areTexts);
  if (different === -1) return;
  throw wrongType(
    `documents[${different}]`,
    `${areTexts ? 'a string' : 'an object'}, like the first element`,
  );
}

function readDocument(
  value: JsonValue,
  path: string,
  rankFields: readonly string[] | undefined,
): DocumentText {
  if (typeof value === 'string') return { text: value };
  if (!isJsonObject(value)) throw wrongType(path, 'a string or an object');
  const document = new RequestObject(value, path);
  if (rankFields === undefined && document.has('image') && !document.has('text')) {
    document.nonEmptyString('image');
    return { text: '', imagePath: document.getPath('image') };
  }
  const fields = rankFields ?? DEFAULT_FIELDS;
  return { text: fields.map((field) => document.requiredString(field)).join('\n') };
}
