import { beginAsDirected } from '../begin-as-directed.js';
import { type ModelAnswer, jsonBody, sendJson, sendStream } from '../send.js';
import { answerChat } from './answer.js';
import { chatCompletion, generateChunks } from './completion.js';
import { readChatRequest } from './request.js';

export const sandboxChat: ModelAnswer = async (outbound, signal) => {
  const request = readChatRequest(jsonBody(outbound));
  const answer = await answerChat(request);
  const { directives } = answer;
  const { paceMs, fault } = directives;
  await beginAsDirected(directives, signal);
  if (request.isStreamed) return sendStream(() => generateChunks(request, answer), { paceMs, fault, signal });
  return sendJson(chatCompletion(request, answer), { fault, signal });
};
