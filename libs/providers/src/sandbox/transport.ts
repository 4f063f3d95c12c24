import { type Transport, type UpstreamResponse } from '#egress';
import { answerChat } from './chat/answer.js';
import { readChatRequest } from './chat/request.js';
import { chatCompletion } from './chat/completion.js';
import { streamChatCompletion } from './chat/stream.js';

export const sandboxTransport: Transport = async (request, { signal }) => {
  signal.throwIfAborted();
  const chat = readChatRequest(request.body);
  if (chat.model !== 'sandbox-chat') return notFound(chat.model);
  const answer = await answerChat(chat);
  if (!chat.isStreamed) return json(200, chatCompletion(chat, answer));
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream' },
    body: streamChatCompletion(chat, answer, signal),
  };
};

function notFound(model: string): UpstreamResponse {
  return json(404, {
    error: { message: `no such sandbox model: ${model}`, code: 'model_not_found', param: 'model' },
  });
}

function json(status: number, body: object): UpstreamResponse {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: once(Buffer.from(JSON.stringify(body))),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}
