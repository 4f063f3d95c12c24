import { type Attachment, readAttachments } from './attachment.js';

/** A chat request as the sandbox decodes it. */
export interface SandboxChatRequest {
  model: string;
  isStreamed: boolean;
  includesUsage: boolean;
  choiceCount: number;
  maxTokens: number | undefined;
  stopSequences: string[];
  messages: SandboxMessage[];
  tools: SandboxTool[];
  /** Undefined: the conversation decides. A name: that tool must be called. */
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

/** The gateway has validated only the outline. Values of an unexpected type are ignored. */
export function readChatRequest(body: Uint8Array): SandboxChatRequest {
  const request = asObject(JSON.parse(Buffer.from(body).toString('utf8')));
  return {
    model: asText(request['model']),
    isStreamed: request['stream'] === true,
    includesUsage: asObject(request['stream_options'])['include_usage'] === true,
    choiceCount: asNumber(request['n']) ?? 1,
    maxTokens: asNumber(request['max_completion_tokens']) ?? asNumber(request['max_tokens']),
    stopSequences: [request['stop']].flat().filter(isFilled),
    messages: asArray(request['messages']).map(readMessage),
    tools: asArray(request['tools']).map(readTool),
    toolChoice: readToolChoice(request['tool_choice']),
    callsInParallel: request['parallel_tool_calls'] !== false,
    jsonSchema: readJsonSchema(asObject(request['response_format'])),
  };
}

function readMessage(value: unknown): SandboxMessage {
  const { role, content, tool_call_id: toolCallId, tool_calls: toolCalls } = asObject(value);
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : asArray(content);
  const texts = parts.map((part) => asText(asObject(part)['text']));
  return {
    role: asText(role),
    text: texts.filter((text) => text !== '').join('\n'),
    attachments: parts.flatMap(readAttachments),
    toolCallId: typeof toolCallId === 'string' ? toolCallId : undefined,
    toolCalls: asArray(toolCalls).map((call) => ({
      id: asText(asObject(call)['id']),
      name: readTool(call).name,
    })),
  };
}

function readTool(value: unknown): SandboxTool {
  const { name, parameters } = asObject(asObject(value)['function']);
  return { name: asText(name), parameters };
}

function readToolChoice(choice: unknown): SandboxChatRequest['toolChoice'] {
  if (choice === 'none' || choice === 'required') return choice;
  const { name } = readTool(choice);
  return name === '' ? undefined : { name };
}

function readJsonSchema(format: Record<string, unknown>): SandboxChatRequest['jsonSchema'] {
  if (format['type'] === 'json_schema') return { schema: asObject(format['json_schema'])['schema'] };
  if (format['type'] === 'json_object')
    return { schema: { type: 'object', properties: { reply: { type: 'string' } } } };
  return undefined;
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
