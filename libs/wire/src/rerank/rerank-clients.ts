import {
  type JsonObject,
  type JsonValue,
  type RankedDocument,
  type RerankAnswer,
  type RerankRequest,
} from '#canonical';
import { missing, wrongType, wrongValue } from '../validation/faults.js';
import { decodeExtensions, getRecord } from '../openai-dialect/json-members.js';
import { definedMembers, isJsonObject } from '../validation/json-values.js';
import { RequestObject } from '../validation/request-object.js';
import { type ClientOperation, type OperationContext } from '../operations/operation-format.js';

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

const MAX_DOCUMENTS = 10_000;
const MAX_RANK_FIELDS = 100;
const USUAL_FIELDS = ['text'];

/** A document, or a query; one that is an image has no text that it could be compared by. */
interface Read {
  text: string;
  imagePath?: string;
}

interface ReadDocuments {
  documents: RankedDocument[];
  /** Where the first image among them is. */
  imagePath?: string;
}

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

function readDocuments(members: RequestObject): ReadDocuments {
  const list = members.requiredList('documents', MAX_DOCUMENTS);
  if (list.length === 0) throw wrongValue('documents', 'must not be empty');
  const rankFields = readRankFields(members);
  refuseMixture(list);
  const read = list.map((document, index) => readDocument(document, `documents[${index}]`, rankFields));
  return {
    documents: read.map(({ text }, index) => ({ text, original: list[index] ?? null })),
    imagePath: read.find(({ imagePath }) => imagePath !== undefined)?.imagePath,
  };
}

function readQuery(members: RequestObject): Read {
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

function refuseMixture(list: readonly JsonValue[]): void {
  const areTexts = typeof list[0] === 'string';
  const stranger = list.findIndex((document) => (typeof document === 'string') !== areTexts);
  if (stranger === -1) return;
  throw wrongType(`documents[${stranger}]`, `${areTexts ? 'a string' : 'an object'}, as the first one is`);
}

function readDocument(value: JsonValue, path: string, rankFields: readonly string[] | undefined): Read {
  if (typeof value === 'string') return { text: value };
  if (!isJsonObject(value)) throw wrongType(path, 'a string or an object');
  const document = new RequestObject(value, path);
  if (rankFields === undefined && document.has('image') && !document.has('text')) {
    document.nonEmptyString('image');
    return { text: '', imagePath: document.getPath('image') };
  }
  const fields = rankFields ?? USUAL_FIELDS;
  return { text: fields.map((field) => document.requiredString(field)).join('\n') };
}
