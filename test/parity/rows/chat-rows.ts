import { type Row, type Wish, never } from '../row.js';
import { NO_FILM, NO_PICTURE, STREAMED_COST, drain } from './cells.js';

const CONVERSATION = {
  operation: 'chat',
  heldBy: 'upstream',
  usage: { inputTokens: 3, outputTokens: 3 },
  usesTokens: true,
  redaction: true,
  cache: true,
  ...NO_FILM,
} as const satisfies Partial<Row>;

const WHOLE = { isStreamed: false, costHeader: true, repeated: 'the same bytes' } as const;
const STREAMED = { isStreamed: true, costHeader: STREAMED_COST, repeated: 'a refusal' } as const;

const CHAT = {
  ...CONVERSATION,
  ...NO_PICTURE,
  route: '/v1/chat/completions',
  dialect: 'openai',
  format: 'openai-chat',
  model: 'chat',
  maxOutputTokens: { param: 'max_completion_tokens' },
  maxChoices: { param: 'n' },
  moderation: { param: 'messages' },
} as const satisfies Partial<Row>;

const COMPLETIONS = {
  ...CONVERSATION,
  ...NO_PICTURE,
  route: '/v1/completions',
  dialect: 'openai',
  format: 'openai-completions',
  // Of another vendor, so that not every row is one that is passed through.
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

const MESSAGES = {
  ...CONVERSATION,
  ...NO_PICTURE,
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

const chatOf = ({ model, text, maxOutputTokens, choices }: Wish) => ({
  model,
  messages: [{ role: 'user' as const, content: text }],
  max_completion_tokens: maxOutputTokens,
  n: choices,
});

const completionOf = ({ model, text, maxOutputTokens, choices }: Wish) => ({
  model,
  prompt: text,
  max_tokens: maxOutputTokens,
  n: choices,
});

/** Pictures are made by a tool here. */
const responseOf = ({ model, text, maxOutputTokens, choices, size }: Wish) => ({
  model,
  input: text,
  max_output_tokens: maxOutputTokens,
  ...(size === undefined && choices === undefined
    ? {}
    : { tools: [{ type: 'image_generation' as const, size, n: choices }] }),
});

const messageOf = ({ model, text, maxOutputTokens = 40 }: Wish) => ({
  model,
  messages: [{ role: 'user' as const, content: text }],
  max_tokens: maxOutputTokens,
});

const contentOf = ({ model, text, maxOutputTokens, choices, size }: Wish) => ({
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
    ask: ({ openai }, wish) => openai.chat.completions.create(chatOf(wish)),
  },
  {
    ...CHAT,
    ...STREAMED,
    name: 'chat completions, streamed',
    ask: async ({ openai }, wish) =>
      drain(await openai.chat.completions.create({ ...chatOf(wish), stream: true })),
  },
  {
    ...COMPLETIONS,
    ...WHOLE,
    name: 'completions',
    ask: ({ openai }, wish) => openai.completions.create(completionOf(wish)),
  },
  {
    ...COMPLETIONS,
    ...STREAMED,
    name: 'completions, streamed',
    ask: async ({ openai }, wish) =>
      drain(await openai.completions.create({ ...completionOf(wish), stream: true })),
  },
  {
    ...RESPONSES,
    ...WHOLE,
    name: 'responses',
    ask: ({ openai }, wish) => openai.responses.create(responseOf(wish)),
  },
  {
    ...RESPONSES,
    ...STREAMED,
    name: 'responses, streamed',
    ask: async ({ openai }, wish) =>
      drain(await openai.responses.create({ ...responseOf(wish), stream: true })),
  },
  {
    ...MESSAGES,
    ...WHOLE,
    name: 'messages',
    ask: ({ anthropic }, wish) => anthropic.messages.create(messageOf(wish)),
  },
  {
    ...MESSAGES,
    ...STREAMED,
    name: 'messages, streamed',
    ask: async ({ anthropic }, wish) =>
      drain(await anthropic.messages.create({ ...messageOf(wish), stream: true })),
  },
  {
    ...GENERATE_CONTENT,
    ...WHOLE,
    name: 'generateContent',
    ask: ({ google }, wish) => google.models.generateContent(contentOf(wish)),
  },
  {
    ...GENERATE_CONTENT,
    ...STREAMED,
    name: 'streamGenerateContent',
    ask: async ({ google }, wish) => drain(await google.models.generateContentStream(contentOf(wish))),
  },
];
