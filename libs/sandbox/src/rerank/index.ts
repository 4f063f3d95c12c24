import { createHash } from 'node:crypto';
import { GatewayError, type JsonObject, type RerankRequest, type Usage } from '#canonical';
import { countTokens } from '#tokenizer';
import { RERANK_CLIENTS } from '#wire';
import { beginAsDirected } from '../begin-as-directed.js';
import { readDirectives } from '../directives.js';
import { type ModelAnswer, jsonBody, sendJson } from '../send.js';
import { bestFirst, rankDocuments } from './rank-documents.js';

const CODEC = RERANK_CLIENTS['jina-rerank'];
const DOCUMENTS_PER_SEARCH_UNIT = 100;
const MAX_QUERY_CHARACTERS = 10_000;
/** Of all documents together. */
const MAX_DOCUMENTS_CHARACTERS = 1_000_000;

export const sandboxRerank: ModelAnswer = async (outbound, signal) => {
  const body = jsonBody(outbound);
  const asked = CODEC.decodeRequest(JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject, {});
  refuseImages(asked);
  refuseLong(asked);
  const { directives, text: query } = readDirectives(asked.query, 'query');
  const { fault } = directives;
  await beginAsDirected(directives, signal);
  const texts = asked.documents.map(({ text }) => text);
  const scores = rankDocuments(query, texts);
  const results = bestFirst(scores).map((index) => ({ index, score: scores[index] ?? 0 }));
  const answer = { results: results.slice(0, asked.topN), usage: await getUsage(query, texts) };
  const requestId = `sandbox-${createHash('sha256').update(body).digest('hex').slice(0, 24)}`;
  return sendJson(CODEC.encodeResponse(answer, { asked, requestId }), { fault, signal });
};

function refuseImages({ onlyNative }: RerankRequest): void {
  if (onlyNative === undefined) return;
  const { param } = onlyNative;
  throw new GatewayError('unsupported-parameter', `"${param}": the sandbox ranks texts only.`, { param });
}

/** Every word of the query is looked up in every document. */
function refuseLong({ query, documents }: RerankRequest): void {
  const length = documents.reduce((sum, { text }) => sum + text.length, 0);
  if (query.length > MAX_QUERY_CHARACTERS) throw tooLong('query', MAX_QUERY_CHARACTERS);
  if (length > MAX_DOCUMENTS_CHARACTERS) throw tooLong('documents', MAX_DOCUMENTS_CHARACTERS);
}

function tooLong(param: string, max: number): GatewayError {
  return new GatewayError('invalid-value', `"${param}" must have at most ${max} characters for this model.`, {
    param,
  });
}

async function getUsage(query: string, texts: readonly string[]): Promise<Usage> {
  return {
    inputTokens: await countTokens([query, ...texts].join('\n')),
    outputTokens: 0,
    searchUnits: Math.ceil(texts.length / DOCUMENTS_PER_SEARCH_UNIT),
  };
}
