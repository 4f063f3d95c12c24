import { createHash } from 'node:crypto';
import { type Directives } from '../directives.js';
import { buildInstance } from '../json-schema/instance.js';
import { trailingToolResults } from './compose-reply.js';
import { type SandboxChatRequest } from './request.js';

export interface ToolCall {
  id: string;
  name: string;
  /** JSON text. */
  arguments: string;
}

/** Tools are called when the message asks for it or the request demands it, and never again once they have answered. */
export function planToolCalls(
  request: SandboxChatRequest,
  directives: Directives,
  question: string,
): ToolCall[] {
  if (request.toolChoice === 'none' || trailingToolResults(request.messages).length > 0) return [];
  const wanted = directives.tools.length > 0 ? directives.tools : demandedTool(request);
  if (wanted.length === 0) return [];
  const conversation = createHash('sha256').update(JSON.stringify(request.messages)).digest('hex');
  const calls = wanted.map(({ name, arguments: given }, index) => {
    const made =
      given ??
      buildInstance(
        request.tools.find((tool) => tool.name === name)?.parameters ?? { type: 'object' },
        question,
      );
    return { id: callId(conversation, index), name, arguments: JSON.stringify(made) };
  });
  return request.callsInParallel ? calls : calls.slice(0, 1);
}

function demandedTool({ toolChoice, tools }: SandboxChatRequest): Directives['tools'] {
  const name =
    typeof toolChoice === 'object' ? toolChoice.name : toolChoice === 'required' ? tools[0]?.name : undefined;
  return name === undefined ? [] : [{ name, arguments: undefined }];
}

function callId(conversation: string, index: number): string {
  const digest = createHash('sha256').update(`${index} ${conversation}`).digest('hex');
  return `call_${digest.slice(0, 24)}`;
}
