import { type ChatResponse, collectResponse, type JsonObject } from '#canonical';
import { AnswerReader } from './answer-reader.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  const reader = new AnswerReader();
  return collectResponse([...reader.read(body), ...reader.end()]);
}
