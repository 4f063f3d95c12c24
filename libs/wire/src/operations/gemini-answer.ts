import { type JsonObject, type Usage } from '#canonical';
import { decodeFinishReason } from '../gemini-generate-content/finish-reason.js';
import { decodeUsage } from '../gemini-generate-content/usage.js';
import { getRecord, getRecords, toText } from '../openai-dialect/json-members.js';
import { badAnswer, contentDeclined } from './answer-errors.js';

export interface GeminiAnswer {
  /** Without thoughts. */
  parts: Record<string, unknown>[];
  /** The service's own word. */
  finishReason: string;
  usage: Usage | undefined;
}

/** What a model has made of a `generateContent` request that was to yield one thing. */
export function readGeminiAnswer(body: JsonObject): GeminiAnswer {
  const [candidate] = getRecords(body['candidates']);
  const finishReason = toText(candidate?.['finishReason']);
  const parts = getRecords(getRecord(candidate?.['content'])?.['parts']).filter(
    ({ thought }) => thought !== true,
  );
  const isBlocked = candidate === undefined && getRecord(body['promptFeedback'])?.['blockReason'] != null;
  if (isBlocked || (parts.length === 0 && isFiltered(finishReason))) throw contentDeclined();
  if (candidate === undefined) throw badAnswer();
  return { parts, finishReason, usage: decodeUsage(body['usageMetadata']) };
}

function isFiltered(finishReason: string): boolean {
  return decodeFinishReason(finishReason, false).kind === 'content-filter';
}
