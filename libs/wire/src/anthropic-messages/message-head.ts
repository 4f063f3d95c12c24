import { createHash } from 'node:crypto';
import { type JsonObject } from '#canonical';
import { type AnswerContext } from '../chat-codec.js';

/** The members that a message has from its first moment. */
export function messageHead(upstreamId: string, { request, requestId }: AnswerContext): JsonObject {
  return {
    id: upstreamId.startsWith('msg_') ? upstreamId : mintId(requestId),
    type: 'message',
    role: 'assistant',
    model: request.model,
  };
}

function mintId(requestId: string): string {
  return `msg_${createHash('sha256').update(requestId).digest('hex').slice(0, 24)}`;
}
