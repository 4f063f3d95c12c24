import { type ModelApiRoute, WHOLE_OR_STREAMED, describeJson, post } from './route.js';

const HELLO = [{ role: 'user', content: 'Hello!' }];

export const CHAT_ROUTES: readonly ModelApiRoute[] = [
  {
    ...post('/v1/chat/completions', 'Chat', 'Answer a conversation, in OpenAI’s chat format'),
    ...describeJson('ChatCompletionRequest', 'ChatCompletion', 'ChatCompletionChunk'),
    about:
      'Works with every chat model, whatever service runs it. A parameter that the model cannot take is left out and named in ' +
      '`x-modelgate-warnings`; with `x-modelgate-strict: true` the request is refused instead.',
    gives: WHOLE_OR_STREAMED,
    capability: 'chat',
    example: { model: 'sandbox-chat', messages: HELLO },
  },
  {
    ...post('/v1/completions', 'Chat', 'Continue a text, in OpenAI’s older format'),
    ...describeJson('CompletionRequest', 'Completion', 'Completion'),
    gives: WHOLE_OR_STREAMED,
    capability: 'chat',
    example: { model: 'sandbox-chat', prompt: 'Once upon a time', max_tokens: 64 },
  },
  {
    ...post('/v1/messages', 'Chat', 'Answer a conversation, in Anthropic’s format'),
    ...describeJson('MessagesRequest', 'MessagesResponse', 'MessagesEvent'),
    about: 'The token may also be sent as `x-api-key`, as Anthropic’s clients do.',
    gives: WHOLE_OR_STREAMED,
    errors: 'anthropic',
    capability: 'chat',
    example: { model: 'sandbox-chat', max_tokens: 1024, messages: HELLO },
  },
  {
    ...post('/v1/messages/count_tokens', 'Chat', 'Count the tokens of a conversation, in Anthropic’s format'),
    ...describeJson('MessagesCountRequest', 'MessagesCount'),
    about:
      'The header `x-modelgate-token-count` says whether the model service has counted, or the gateway estimated.',
    errors: 'anthropic',
    capability: 'chat',
    example: { model: 'sandbox-chat', messages: HELLO },
  },
];
