import { createHash } from 'node:crypto';
import { GatewayError, type JsonObject, type RerankRequest, type Usage } from '#canonical';
import { countTokens } from '#tokenizer';
import { RERANK_CLIENTS } from '#wire';
import { applyStartDirectives } from '../apply-start-directives.js';
import { readDirectives } from '../directives.js';
import { type ModelHandler, getJsonBody, sendJson } from '../send.js';
import { sortBestFirst, rankDocuments } from './rank-documents.js';

const CODEC = RERANK_CLIENTS['jina-rerank'];
const DOCUMENTS_PER_SEARCH_UNIT = 100;
const MAX_QUERY_CHARACTERS = 10_000;
/** In all documents together. */
const MAX_DOCUMENTS_CHARACTERS = 1_000_000;

export const sandboxRerank: ModelHandler = async (outbound, signal) => {
  const body = getJsonBody(outbound);
  const request = CODEC.decodeRequest(JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject, {});
  rejectImages(request);
  rejectLongTexts(request);
  const { directives, text: query } = readDirectives(request.query, 'query');
  const { fault } = directives;
  await applyStartDirectives(directives, signal);
  const texts = request.documents.map(({ text }) => text);
  const scores = rankDocuments(query, texts);
  const results = sortBestFirst(scores).map((index) => ({ index, score: scores[index] ?? 0 }));
  const response = { results: results.slice(0, request.topN), usage: await countUsage(query, texts) };
  const requestId = `sandbox-${createHash('sha256').update(body).digest('hex').slice(0, 24)}`;
  return sendJson(CODEC.encodeResponse(response, { asked: request, requestId }), { fault, signal });
};

function rejectImages({ onlyNative }: RerankRequest): void {
  if (onlyNative === undefined) return;
  const { param } = onlyNative;
  throw new GatewayError('unsupported-parameter', `"${param}": the sandbox ranks texts only.`, { param });
}

/** Limited, because every word of the query is searched in every document. */
function rejectLongTexts({ query, documents }: RerankRequest): void {
  const length = documents.reduce((sum, { text }) => sum + text.length, 0);
  if (query.length > MAX_QUERY_CHARACTERS) throw buildTooLongError('query', MAX_QUERY_CHARACTERS);
  if (length > MAX_DOCUMENTS_CHARACTERS) throw buildTooLongError('documents', MAX_DOCUMENTS_CHARACTERS);
}

function buildTooLongError(param: string, max: number): GatewayError {
  return new GatewayError('invalid-value', `"${param}" must have at most ${max} characters for this model.`, {
    param,
  });
}

async function countUsage(query: string, texts: readonly string[]): Promise<Usage> {
  return {
    inputTokens: await countTokens([query, ...texts].join('\n')),
    outputTokens: 0,
    searchUnits: Math.ceil(texts.length / DOCUMENTS_PER_SEARCH_UNIT),
  };
}
