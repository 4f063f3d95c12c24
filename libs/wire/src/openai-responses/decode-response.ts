import { type ChatResponse, type JsonObject, collectResponse } from '#canonical';
import { ResponseDecoder } from './decode-stream.js';

export function decodeResponse(body: JsonObject): ChatResponse {
  return collectResponse(new ResponseDecoder().readWhole(body));
}
