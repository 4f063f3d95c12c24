import { type ChatResponse, type JsonObject, streamResponse } from '#canonical';
import { encodeSseEvent } from '#sse';
import { type AnswerContext, type StreamEncoder } from '../chat-codec.js';
import { type ResponseEvent, ResponseWriter } from './response-writer.js';

export function encodeResponse(response: ChatResponse, context: AnswerContext): JsonObject {
  const writer = new ResponseWriter(context);
  for (const part of streamResponse(response)) writer.push(part);
  writer.end();
  return writer.response();
}

export function createStreamEncoder(context: AnswerContext): Required<StreamEncoder> {
  const writer = new ResponseWriter(context);
  return {
    push: (part) => frame(writer.push(part)),
    end: () => frame(writer.end()),
    fail: (error) => frame(writer.fail(error)),
  };
}

function frame(events: readonly ResponseEvent[]): string {
  return events.map((event) => encodeSseEvent({ event: event.type, data: JSON.stringify(event) })).join('');
}
