import { randomUUID } from 'node:crypto';
import { asList, isAbsent, isObject, type Fields } from '../fields.js';
import { buildRanking } from '../made-up/relevance.js';
import { checkKnownFields } from '../openai/known-fields.js';
import type { Path } from '../refused.js';
import {
  checkList,
  checkObject,
  checkOptionalBoolean,
  checkOptionalInteger,
  checkOptionalString,
  checkString,
  invalid,
} from '../value-checks.js';

const V1_FIELDS = 'model query documents top_n rank_fields return_documents max_chunks_per_doc'.split(' ');
const V2_FIELDS = ['model', 'query', 'documents', 'top_n', 'max_tokens_per_doc', 'priority'];
const DOCUMENTS_PER_UNIT = 100;

export function checkRerankV1(fields: Fields): void {
  checkKnownFields(fields, V1_FIELDS);
  checkOptionalString(fields.model, ['model']);
  checkCommonFields(fields);
  checkOptionalBoolean(fields.return_documents, ['return_documents']);
  checkOptionalInteger(fields.max_chunks_per_doc, ['max_chunks_per_doc'], 1);
  if (!isAbsent(fields.rank_fields)) checkList(fields.rank_fields, ['rank_fields']);
  const rankFields = getRankFields(fields);
  for (const [index, document] of asList(fields.documents).entries()) {
    checkDocument(document, rankFields, ['documents', index]);
  }
}

export function checkRerankV2(fields: Fields): void {
  checkKnownFields(fields, V2_FIELDS);
  checkString(fields.model, ['model']);
  checkCommonFields(fields);
  checkOptionalInteger(fields.max_tokens_per_doc, ['max_tokens_per_doc'], 1);
  checkOptionalInteger(fields.priority, ['priority'], 0, 999);
  for (const [index, document] of asList(fields.documents).entries()) {
    checkString(document, ['documents', index]);
  }
}

export function rankingAnswer(fields: Fields, version: string): object {
  const documents = asList(fields.documents);
  const texts = documents.map((document) => getText(document, getRankFields(fields)));
  const topN = typeof fields.top_n === 'number' ? fields.top_n : undefined;
  return {
    id: randomUUID(),
    results: buildRanking(String(fields.query), texts, topN).map((rank) => ({
      ...rank,
      ...(fields.return_documents === true && { document: asObject(documents[rank.index]) }),
    })),
    meta: {
      api_version: { version },
      billed_units: { search_units: Math.ceil(documents.length / DOCUMENTS_PER_UNIT) },
    },
  };
}

function checkCommonFields({ query, documents, top_n: topN }: Fields): void {
  checkString(query, ['query']);
  if (query === '') throw invalid(['query'], 'query must not be empty');
  checkList(documents, ['documents']);
  if (documents.length === 0) throw invalid(['documents'], 'at least one document is required');
  checkOptionalInteger(topN, ['top_n'], 1);
}

function checkDocument(document: unknown, rankFields: readonly string[], path: Path): void {
  if (typeof document === 'string') return;
  checkObject(document, path);
  for (const name of rankFields) checkString(document[name], [...path, name]);
}

function getRankFields({ rank_fields: names }: Fields): string[] {
  return isAbsent(names) ? ['text'] : asList(names).map(String);
}

function getText(document: unknown, rankFields: readonly string[]): string {
  if (!isObject(document)) return String(document);
  return rankFields.map((name) => String(document[name])).join('\n');
}

function asObject(document: unknown): object {
  return isObject(document) ? document : { text: document };
}
