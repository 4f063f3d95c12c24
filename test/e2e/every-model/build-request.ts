import { type JsonObject, type JsonValue } from '#canonical';
import { type Client, type Setting } from './client-requests.js';

const PATHS: Readonly<Record<Exclude<Client, 'gemini-generate-content'>, string>> = {
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
  'anthropic-messages': '/v1/messages',
  'openai-completions': '/v1/completions',
};

export function buildPath(client: Client, model: string): string {
  return client === 'gemini-generate-content' ? `/v1beta/models/${model}:generateContent` : PATHS[client];
}

export function buildBody(
  client: Client,
  model: string,
  text: string,
  settings: readonly Setting[],
): JsonObject {
  const body = buildConversation(client, model, text);
  for (const [, , members] of settings) {
    for (const [path, value] of Object.entries(members)) setMember(body, path.split('.'), value);
  }
  return body;
}

function buildConversation(client: Client, model: string, text: string): JsonObject {
  switch (client) {
    case 'openai-chat':
    case 'anthropic-messages':
      return {
        model,
        messages: [{ role: 'user', content: text }],
        ...(client === 'openai-chat' ? {} : { max_tokens: 16 }),
      };
    case 'openai-responses':
      return { model, input: text, store: false };
    case 'gemini-generate-content':
      return { contents: [{ role: 'user', parts: [{ text }] }] };
    case 'openai-completions':
      return { model, prompt: text };
  }
}

function setMember(body: JsonObject, [key = '', ...rest]: readonly string[], value: JsonValue): void {
  if (rest.length === 0) body[key] = value;
  else setMember((body[key] ??= {}) as JsonObject, rest, value);
}
