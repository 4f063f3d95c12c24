/** A chat request as the sandbox reads it. The gateway has checked its outline, so reading is lenient. */
export interface SandboxChatRequest {
  model: string;
  isStreamed: boolean;
  includesUsage: boolean;
  messages: SandboxMessage[];
}

export interface SandboxMessage {
  role: string;
  text: string;
}

interface WireRequest {
  model: string;
  stream?: boolean | null;
  stream_options?: { include_usage?: boolean | null } | null;
  messages: { role: string; content?: unknown }[];
}

export function readChatRequest(body: Uint8Array): SandboxChatRequest {
  const request = JSON.parse(Buffer.from(body).toString('utf8')) as WireRequest;
  return {
    model: request.model,
    isStreamed: request.stream === true,
    includesUsage: request.stream_options?.include_usage === true,
    messages: request.messages.map(({ role, content }) => ({ role, text: textOf(content) })),
  };
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { text?: unknown } | null) => (typeof part?.text === 'string' ? part.text : ''))
    .filter((text) => text !== '')
    .join('\n');
}
