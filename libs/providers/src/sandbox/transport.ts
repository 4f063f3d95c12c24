import { type Transport, type UpstreamResponse } from '#egress';
import { answerChat } from './chat/answer.js';
import { chatCompletion } from './chat/completion.js';
import { readChatRequest } from './chat/request.js';
import { chunksOf } from './chat/stream.js';
import { pause } from './pause.js';
import { simulatedFailure } from './simulated-failure.js';
import { sendJson, sendStream } from './send.js';

/** Takes the bytes that would have gone over the network, and answers with bytes. */
export const sandboxTransport: Transport = async (outbound, { signal }) => {
  signal.throwIfAborted();
  const request = readChatRequest(outbound.body);
  if (request.model !== 'sandbox-chat') return notFound(request.model);
  const answer = await answerChat(request);
  const { status, retryAfterSeconds, delayMs, paceMs, fault } = answer.directives;
  await pause(delayMs, signal);
  if (status !== undefined) throw simulatedFailure(status, retryAfterSeconds);
  if (request.isStreamed) return sendStream([...chunksOf(request, answer)], { paceMs, fault, signal });
  return sendJson(chatCompletion(request, answer), { fault, signal });
};

function notFound(model: string): UpstreamResponse {
  const error = { message: `no such sandbox model: ${model}`, code: 'model_not_found', param: 'model' };
  return {
    status: 404,
    headers: { 'content-type': 'application/json' },
    body: (async function* body() {
      yield Buffer.from(JSON.stringify({ error }));
    })(),
  };
}
