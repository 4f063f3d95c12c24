import { anthropic } from './anthropic/index.js';
import { gemini } from './gemini/index.js';
import { openaiChat } from './openai-chat/index.js';
import { openaiResponses } from './openai-responses/index.js';
import type { Service } from './service.js';

const SERVICES: readonly [pathStart: RegExp, service: Service][] = [
  [/^\/v1beta\//, gemini],
  [/^\/v1\/messages\b/, anthropic],
  [/^\/v1\/responses\b/, openaiResponses],
];

/** The service that this path belongs to. */
export function serviceAt(path: string): Service {
  return SERVICES.find(([pathStart]) => pathStart.test(path))?.[1] ?? openaiChat;
}
