import { type AssistantPart, type ChatRequest, type Message } from '#canonical';
import { bedrockConverse } from '../index.js';

export const CLAUDE = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
export const NOVA = 'amazon.nova-pro-v1:0';
export const NOVA_2 = 'global.amazon.nova-2-lite-v1:0';
export const LLAMA = 'us.meta.llama4-scout-17b-instruct-v1:0';
export const MISTRAL = 'mistral.mistral-large-2407-v1:0';
export const GPT = 'openai.gpt-oss-120b-1:0';
export const PROFILE = 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2c3';

export const hello: Message = { role: 'user', content: [{ type: 'text', text: 'Hello' }] };
export const tools = [{ name: 'find', parameters: { type: 'object', properties: {} }, strict: true }];
export const schema = { type: 'object', properties: { n: { type: 'integer' } } };
export const call: AssistantPart = { type: 'tool-call', id: 'toolu_1', name: 'find', arguments: '{"a":1}' };
export const toolConversation: Message[] = [
  hello,
  { role: 'assistant', content: [call] },
  {
    role: 'tool',
    results: [{ callId: 'toolu_1', content: [{ type: 'text', text: 'Gone' }], isError: true }],
  },
];

export function encode(model: string, fields: Partial<ChatRequest>, cachesPrompt = false) {
  const request: ChatRequest = { model: 'm', isStreamed: false, messages: [hello], ...fields };
  const { value, warnings } = bedrockConverse.egress.encodeRequest(request, model, { cachesPrompt });
  const lost = warnings.map(({ field }) => (typeof field === 'string' ? field : field.param));
  return { value, lost };
}

