import { type Attachment, readAttachment } from './attachment.js';

/** A chat request as the sandbox reads it. The gateway has checked its outline, so reading is lenient. */
export interface SandboxChatRequest {
  model: string;
  isStreamed: boolean;
  includesUsage: boolean;
  choiceCount: number;
  maxTokens: number | undefined;
  stopSequences: string[];
  messages: SandboxMessage[];
  tools: SandboxTool[];
  /** Undefined: as the conversation suggests. A name: that tool has to be called. */
  toolChoice: 'none' | 'required' | { name: string } | undefined;
  callsInParallel: boolean;
  /** Undefined: plain text. */
  jsonSchema: { schema: unknown } | undefined;
}

export interface SandboxMessage {
  role: string;
  text: string;
  attachments: Attachment[];
  toolCallId?: string;
  toolCalls: { id: string; name: string }[];
}

export interface SandboxTool {
  name: string;
  parameters: unknown;
}

interface WireRequest {
  model: string;
  stream?: boolean | null;
  stream_options?: { include_usage?: boolean | null } | null;
  n?: number | null;
  max_tokens?: number | null;
  max_completion_tokens?: number | null;
  stop?: string | string[] | null;
  messages: WireMessage[];
  tools?: { function?: { name?: string; parameters?: unknown } }[] | null;
  tool_choice?: string | { function?: { name?: string } } | null;
  parallel_tool_calls?: boolean | null;
  response_format?: { type?: string; json_schema?: { schema?: unknown } } | null;
}

interface WireMessage {
  role: string;
  content?: unknown;
  tool_call_id?: string;
  tool_calls?: { id?: string; function?: { name?: string } }[] | null;
}

export function readChatRequest(body: Uint8Array): SandboxChatRequest {
  const request = JSON.parse(Buffer.from(body).toString('utf8')) as WireRequest;
  return {
    model: request.model,
    isStreamed: request.stream === true,
    includesUsage: request.stream_options?.include_usage === true,
    choiceCount: request.n ?? 1,
    maxTokens: request.max_completion_tokens ?? request.max_tokens ?? undefined,
    stopSequences: [request.stop ?? []].flat().filter((sequence) => sequence !== ''),
    messages: request.messages.map(readMessage),
    tools: (request.tools ?? []).map((tool) => ({
      name: tool.function?.name ?? '',
      parameters: tool.function?.parameters,
    })),
    toolChoice: readToolChoice(request.tool_choice),
    callsInParallel: request.parallel_tool_calls !== false,
    jsonSchema: readJsonSchema(request.response_format),
  };
}

function readMessage({
  role,
  content,
  tool_call_id: toolCallId,
  tool_calls: toolCalls,
}: WireMessage): SandboxMessage {
  const parts =
    typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
  const texts = parts.map((part: { text?: unknown } | null) =>
    typeof part?.text === 'string' ? part.text : '',
  );
  return {
    role,
    text: texts.filter((text) => text !== '').join('\n'),
    attachments: parts.flatMap(readAttachment),
    toolCallId,
    toolCalls: (toolCalls ?? []).map((call) => ({ id: call.id ?? '', name: call.function?.name ?? '' })),
  };
}

function readToolChoice(choice: WireRequest['tool_choice']): SandboxChatRequest['toolChoice'] {
  if (choice === 'none' || choice === 'required') return choice;
  const name = typeof choice === 'object' ? choice?.function?.name : undefined;
  return name === undefined ? undefined : { name };
}

function readJsonSchema(format: WireRequest['response_format']): SandboxChatRequest['jsonSchema'] {
  if (format?.type === 'json_schema') return { schema: format.json_schema?.schema };
  if (format?.type === 'json_object')
    return { schema: { type: 'object', properties: { reply: { type: 'string' } } } };
  return undefined;
}
