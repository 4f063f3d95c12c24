import { type JsonObject, type RerankResult, type RerankRequest } from '#canonical';
import { type RequestFormatOf } from '../request-formats.js';
import { getRecord, getRecords } from '../openai-dialect/json-members.js';

/** Members that clients may send to an endpoint although services of its format do not support them. */
const UNSUPPORTED_MEMBERS: Record<RequestFormatOf<'rerank'>, readonly string[]> = {
  'jina-rerank': ['rank_fields', 'max_chunks_per_doc', 'max_tokens_per_doc'],
  'cohere-rerank': ['rank_fields', 'max_chunks_per_doc', 'return_documents'],
};

/** The request can be forwarded unchanged to a service of the client's format. */
export function isPlainRerank(
  format: RequestFormatOf<'rerank'>,
  body: JsonObject,
  request: RerankRequest,
): boolean {
  const isPlain = format === 'cohere-rerank' ? isText : isTextOrTextObject;
  return (
    UNSUPPORTED_MEMBERS[format].every((key) => (body[key] ?? undefined) === undefined) &&
    (body['top_n'] ?? undefined) === request.topN &&
    isPlain(body['query']) &&
    request.documents.every(({ original }) => isPlain(original))
  );
}

/** The service returned its results in the form that the client requested. */
export function areResultsAsDue(
  body: JsonObject,
  { results }: RerankResult,
  request: RerankRequest,
): boolean {
  const items = getRecords(body['results']);
  return (
    items.length === results.length &&
    items.every(
      (item, position) =>
        item['index'] === results[position]?.index &&
        typeof item['relevance_score'] === 'number' &&
        (request.returnDocuments
          ? getRecord(item['document']) !== undefined
          : item['document'] === undefined),
    )
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextOrTextObject(value: unknown): boolean {
  return isText(value) || Object.keys(getRecord(value) ?? {}).length === 1;
}
