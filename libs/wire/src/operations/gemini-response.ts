import { type JsonObject, type Usage } from '#canonical';
import { decodeFinishReason } from '../gemini-generate-content/finish-reason.js';
import { decodeUsage } from '../gemini-generate-content/usage.js';
import { getRecord, getRecords, toText } from '../openai-dialect/json-members.js';
import { badResponse, contentRejected } from './response-errors.js';

export interface GeminiResponse {
  /** The parts without thoughts. */
  parts: Record<string, unknown>[];
  /** The service's own value. */
  finishReason: string;
  usage: Usage | undefined;
}

/** Reads the response to a `generateContent` request with one expected result. */
export function readGeminiResponse(body: JsonObject): GeminiResponse {
  const [candidate] = getRecords(body['candidates']);
  const finishReason = toText(candidate?.['finishReason']);
  const parts = getRecords(getRecord(candidate?.['content'])?.['parts']).filter(
    ({ thought }) => thought !== true,
  );
  const isBlocked = candidate === undefined && getRecord(body['promptFeedback'])?.['blockReason'] != null;
  if (isBlocked || (parts.length === 0 && isFiltered(finishReason))) throw contentRejected();
  if (candidate === undefined) throw badResponse();
  return { parts, finishReason, usage: decodeUsage(body['usageMetadata']) };
}

function isFiltered(finishReason: string): boolean {
  return decodeFinishReason(finishReason, false).kind === 'content-filter';
}
