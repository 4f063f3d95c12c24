import { applyStartDirectives } from '../apply-start-directives.js';
import { type ModelHandler, getJsonBody, sendJson, sendStream } from '../send.js';
import { buildReply } from './reply.js';
import { buildChatCompletion, generateChunks } from './completion.js';
import { readChatRequest } from './request.js';

export const sandboxChat: ModelHandler = async (outbound, signal) => {
  const request = readChatRequest(getJsonBody(outbound));
  const reply = await buildReply(request);
  const { directives } = reply;
  const { paceMs, fault } = directives;
  await applyStartDirectives(directives, signal);
  if (request.isStreamed) return sendStream(() => generateChunks(request, reply), { paceMs, fault, signal });
  return sendJson(buildChatCompletion(request, reply), { fault, signal });
};
