import { type JsonObject, type RerankAnswer, type RerankRequest } from '#canonical';
import { type RerankClientFormatId } from '../format-ids.js';
import { getRecord, getRecords } from '../openai-dialect/json-members.js';

/** What clients may say at an address although services of its format have no such word. */
const FOREIGN_MEMBERS: Record<RerankClientFormatId, readonly string[]> = {
  'jina-rerank': ['rank_fields', 'max_chunks_per_doc', 'max_tokens_per_doc'],
  'cohere-rerank': ['rank_fields', 'max_chunks_per_doc', 'return_documents'],
};

/** Whether a service of the client's format understands a request as it stands. */
export function isPlainRerank(format: RerankClientFormatId, body: JsonObject, asked: RerankRequest): boolean {
  const isPlain = format === 'cohere-rerank' ? isText : isTextOrItsHolder;
  return (
    FOREIGN_MEMBERS[format].every((key) => (body[key] ?? undefined) === undefined) &&
    (body['top_n'] ?? undefined) === asked.topN &&
    isPlain(body['query']) &&
    asked.documents.every(({ original }) => isPlain(original))
  );
}

/** Whether a service has listed its results as the client is to get them. */
export function areResultsAsDue(body: JsonObject, { results }: RerankAnswer, asked: RerankRequest): boolean {
  const listed = getRecords(body['results']);
  return (
    listed.length === results.length &&
    listed.every(
      (item, place) =>
        item['index'] === results[place]?.index &&
        typeof item['relevance_score'] === 'number' &&
        (asked.returnDocuments ? getRecord(item['document']) !== undefined : item['document'] === undefined),
    )
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTextOrItsHolder(value: unknown): boolean {
  return isText(value) || Object.keys(getRecord(value) ?? {}).length === 1;
}
