/** The part of a chat completion request that shapes the reply. */
export interface ChatRequest {
  model: string;
  stream: boolean;
  includeUsage: boolean;
  lastUserText: string;
  promptWords: number;
}

type Fields = Record<string, unknown>;

/** Reads a body that has passed the strictness checks. */
export function readChatRequest(body: unknown): ChatRequest {
  const fields = asFields(body);
  const messages = Array.isArray(fields.messages) ? fields.messages.map(asFields) : [];
  const lastUserMessage = messages.findLast(({ role }) => role === 'user');
  return {
    model: String(fields.model),
    stream: fields.stream === true,
    includeUsage: asFields(fields.stream_options).include_usage === true,
    lastUserText: lastUserMessage ? textOf(lastUserMessage.content) : '',
    promptWords: messages.reduce((total, { content }) => total + wordsOf(textOf(content)).length, 0),
  };
}

/** The words of a text, each with the space that follows it, so that joining them gives the text back. */
export function wordsOf(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}

export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map(asFields)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
