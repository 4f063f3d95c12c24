import { type Row, type RequestOptions, never } from '../row.js';
import { NO_VIDEO, NO_IMAGE, STREAMED_COST, drain } from './cells.js';

const CONVERSATION = {
  operation: 'chat',
  heldBy: 'upstream',
  usage: { inputTokens: 3, outputTokens: 3 },
  usesTokens: true,
  redaction: true,
  cache: true,
  ...NO_VIDEO,
} as const satisfies Partial<Row>;

const WHOLE = { isStreamed: false, costHeader: true, repeated: 'the same bytes' } as const;
const STREAMED = { isStreamed: true, costHeader: STREAMED_COST, repeated: 'a refusal' } as const;

const CHAT = {
  ...CONVERSATION,
  ...NO_IMAGE,
  route: '/v1/chat/completions',
  dialect: 'openai',
  format: 'openai-chat',
  model: 'chat',
  maxOutputTokens: { param: 'max_completion_tokens' },
  maxChoices: { param: 'n' },
  moderation: { param: 'messages' },
} as const satisfies Partial<Row>;

/** A body of the responses format, as Cursor sends it to the chat endpoint. */
const CHAT_INPUT = {
  ...CHAT,
  format: 'openai-chat-input',
  recordedFormat: 'openai-chat',
  maxOutputTokens: { param: 'max_output_tokens' },
  moderation: { param: 'input' },
} as const satisfies Partial<Row>;

const COMPLETIONS = {
  ...CONVERSATION,
  ...NO_IMAGE,
  route: '/v1/completions',
  dialect: 'openai',
  format: 'openai-completions',
  // Of another provider, so that not every row is passed through.
  model: 'claude',
  maxOutputTokens: { param: 'max_tokens' },
  maxChoices: { param: 'n' },
  moderation: { param: 'prompt' },
} as const satisfies Partial<Row>;

const RESPONSES = {
  ...CONVERSATION,
  route: '/v1/responses',
  dialect: 'openai',
  format: 'openai-responses',
  model: 'chat',
  maxOutputTokens: { param: 'max_output_tokens' },
  maxChoices: { param: 'tools[0].n' },
  maxImageSize: { param: 'tools[0].size', tooLarge: '1536x1024' },
  moderation: { param: 'input' },
} as const satisfies Partial<Row>;

/** The gateway requests a summary with its own prompt, and the model of the stage repeats it. */
const COMPACT = {
  ...RESPONSES,
  route: '/v1/responses/compact',
  usage: { inputTokens: 97, outputTokens: 94 },
  cache: never('each compaction is encrypted again'),
} as const satisfies Partial<Row>;

const MESSAGES = {
  ...CONVERSATION,
  ...NO_IMAGE,
  route: '/v1/messages',
  dialect: 'anthropic',
  format: 'anthropic-messages',
  model: 'claude',
  maxOutputTokens: { param: 'max_tokens' },
  maxChoices: never('an answer has one choice'),
  moderation: { param: 'messages' },
} as const satisfies Partial<Row>;

const GENERATE_CONTENT = {
  ...CONVERSATION,
  route: '/v1beta/models/*',
  dialect: 'google',
  format: 'gemini-generate-content',
  model: 'gemini',
  maxOutputTokens: { param: 'generationConfig.maxOutputTokens' },
  maxChoices: { param: 'generationConfig.candidateCount' },
  maxImageSize: { param: 'generationConfig.imageConfig.imageSize', tooLarge: '2K' },
  moderation: { param: 'contents' },
} as const satisfies Partial<Row>;

const toChat = ({ model, text, maxOutputTokens, choices }: RequestOptions) => ({
  model,
  messages: [{ role: 'user' as const, content: text }],
  max_completion_tokens: maxOutputTokens,
  n: choices,
});

const toChatInput = ({ model, text, maxOutputTokens, choices }: RequestOptions) => ({
  model,
  input: text,
  max_output_tokens: maxOutputTokens,
  n: choices,
});

const toCompletion = ({ model, text, maxOutputTokens, choices }: RequestOptions) => ({
  model,
  prompt: text,
  max_tokens: maxOutputTokens,
  n: choices,
});

/** Images are made by a tool here. */
const toResponse = ({ model, text, maxOutputTokens, choices, size }: RequestOptions) => ({
  model,
  input: text,
  max_output_tokens: maxOutputTokens,
  ...(size === undefined && choices === undefined
    ? {}
    : { tools: [{ type: 'image_generation' as const, size, n: choices }] }),
});

const toMessage = ({ model, text, maxOutputTokens = 40 }: RequestOptions) => ({
  model,
  messages: [{ role: 'user' as const, content: text }],
  max_tokens: maxOutputTokens,
});

const toContent = ({ model, text, maxOutputTokens, choices, size }: RequestOptions) => ({
  model,
  contents: text,
  config: {
    maxOutputTokens,
    candidateCount: choices,
    ...(size === undefined ? {} : { imageConfig: { imageSize: size } }),
  },
});

export const CHAT_ROWS: readonly Row[] = [
  {
    ...CHAT,
    ...WHOLE,
    name: 'chat completions',
    ask: ({ openai }, options) => openai.chat.completions.create(toChat(options)),
  },
  {
    ...CHAT,
    ...STREAMED,
    name: 'chat completions, streamed',
    ask: async ({ openai }, options) =>
      drain(await openai.chat.completions.create({ ...toChat(options), stream: true })),
  },
  {
    ...CHAT_INPUT,
    ...WHOLE,
    name: 'chat completions with an input',
    ask: ({ openai }, options) => openai.post('/chat/completions', { body: toChatInput(options) }),
  },
  {
    ...CHAT_INPUT,
    ...STREAMED,
    name: 'chat completions with an input, streamed',
    ask: async ({ openai }, options) => {
      const body = { ...toChatInput(options), stream: true };
      return drain(await openai.post<AsyncIterable<unknown>>('/chat/completions', { body, stream: true }));
    },
  },
  {
    ...COMPLETIONS,
    ...WHOLE,
    name: 'completions',
    ask: ({ openai }, options) => openai.completions.create(toCompletion(options)),
  },
  {
    ...COMPLETIONS,
    ...STREAMED,
    name: 'completions, streamed',
    ask: async ({ openai }, options) =>
      drain(await openai.completions.create({ ...toCompletion(options), stream: true })),
  },
  {
    ...RESPONSES,
    ...WHOLE,
    name: 'responses',
    ask: ({ openai }, options) => openai.responses.create(toResponse(options)),
  },
  {
    ...RESPONSES,
    ...STREAMED,
    name: 'responses, streamed',
    ask: async ({ openai }, options) =>
      drain(await openai.responses.create({ ...toResponse(options), stream: true })),
  },
  {
    ...COMPACT,
    ...WHOLE,
    name: 'responses, compacted',
    ask: ({ openai }, options) => openai.responses.compact(toResponse(options)),
  },
  {
    ...MESSAGES,
    ...WHOLE,
    name: 'messages',
    ask: ({ anthropic }, options) => anthropic.messages.create(toMessage(options)),
  },
  {
    ...MESSAGES,
    ...STREAMED,
    name: 'messages, streamed',
    ask: async ({ anthropic }, options) =>
      drain(await anthropic.messages.create({ ...toMessage(options), stream: true })),
  },
  {
    ...GENERATE_CONTENT,
    ...WHOLE,
    name: 'generateContent',
    ask: ({ google }, options) => google.models.generateContent(toContent(options)),
  },
  {
    ...GENERATE_CONTENT,
    ...STREAMED,
    name: 'streamGenerateContent',
    ask: async ({ google }, options) => drain(await google.models.generateContentStream(toContent(options))),
  },
];
