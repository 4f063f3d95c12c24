import {
  anthropicMessages,
  anthropicMessagesEgress,
  anthropicMessagesIngress,
  anthropicMessagesTokenCounter,
} from './anthropic-messages/index.js';
import { bedrockConverse } from './bedrock-converse/index.js';
import { cohereChat } from './cohere-chat/index.js';
import { gemini, geminiEgress, geminiIngress, geminiTokenCounter } from './gemini-generate-content/index.js';
import { openAiChatInput, openAiChatInputIngress, readChatRequest } from './openai-chat-input/index.js';
import { openAiChat, openAiChatEgress, openAiChatIngress } from './openai-chat/index.js';
import {
  openAiCompletions,
  openAiCompletionsEgress,
  openAiCompletionsIngress,
} from './openai-completions/index.js';
import {
  openAiResponses,
  openAiResponsesEgress,
  openAiResponsesIngress,
  openAiResponsesTokenCounter,
} from './openai-responses/index.js';
import { type ClientFormatId, type UpstreamFormatId, type WireFormatId } from './format-ids.js';
import { type TokenCounter } from './token-counter.js';
import { type ClientFormat, type UpstreamFormat, type WireFormat } from './wire-format.js';

/** The chat formats of both clients and upstreams. */
export const WIRE_FORMATS = {
  'openai-chat': {
    ...openAiChat,
    readRequest: readChatRequest,
    ingress: openAiChatIngress,
    egress: openAiChatEgress,
    conversationName: 'messages',
  },
  'openai-completions': {
    ...openAiCompletions,
    ingress: openAiCompletionsIngress,
    egress: openAiCompletionsEgress,
    conversationName: 'prompt',
  },
  'openai-responses': {
    ...openAiResponses,
    ingress: openAiResponsesIngress,
    egress: openAiResponsesEgress,
    conversationName: 'input',
  },
  'anthropic-messages': {
    ...anthropicMessages,
    ingress: anthropicMessagesIngress,
    egress: anthropicMessagesEgress,
    conversationName: 'messages',
  },
  'gemini-generate-content': {
    ...gemini,
    ingress: geminiIngress,
    egress: geminiEgress,
    conversationName: 'contents',
    needsMediaBytes: true,
  },
} as const satisfies Record<WireFormatId, WireFormat>;

/** The chat formats of upstreams, including those that no client uses. */
export const UPSTREAM_FORMATS: Readonly<Record<UpstreamFormatId, UpstreamFormat>> = {
  ...WIRE_FORMATS,
  'bedrock-converse': bedrockConverse,
  'cohere-chat': cohereChat,
};

/** The chat formats of clients, including the one that no upstream uses. */
export const CLIENT_FORMATS: Readonly<Record<ClientFormatId, ClientFormat>> = {
  ...WIRE_FORMATS,
  'openai-chat-input': {
    ...openAiChatInput,
    ingress: openAiChatInputIngress,
    conversationName: 'input',
  },
};

/** The formats with an endpoint for counting tokens. */
export type TokenCounterId = 'anthropic-messages' | 'gemini-generate-content' | 'openai-responses';

export const TOKEN_COUNTERS: Readonly<Record<TokenCounterId, TokenCounter>> = {
  'anthropic-messages': anthropicMessagesTokenCounter,
  'gemini-generate-content': geminiTokenCounter,
  'openai-responses': openAiResponsesTokenCounter,
};

export function isTokenCounterId(format: UpstreamFormatId): format is TokenCounterId {
  return format in TOKEN_COUNTERS;
}
