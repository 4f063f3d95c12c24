import { type ModelApiRoute, WHOLE_OR_STREAMED, describeJson, post } from './route.js';

const HELLO = [{ role: 'user', content: 'Hello!' }];

export const CHAT_ROUTES: readonly ModelApiRoute[] = [
  {
    ...post('/v1/chat/completions', 'Chat', 'Create a chat completion (OpenAI format)'),
    ...describeJson('ChatCompletionRequest', 'ChatCompletion', 'ChatCompletionChunk'),
    about:
      'Works with every chat model of every provider. A parameter that the model does not support is removed and listed in ' +
      '`x-modelgate-warnings`; with `x-modelgate-strict: true` the request is rejected instead.',
    gives: WHOLE_OR_STREAMED,
    capability: 'chat',
    example: { model: 'sandbox-chat', messages: HELLO },
  },
  {
    ...post('/v1/completions', 'Chat', 'Create a completion (OpenAI legacy format)'),
    ...describeJson('CompletionRequest', 'Completion', 'Completion'),
    gives: WHOLE_OR_STREAMED,
    capability: 'chat',
    example: { model: 'sandbox-chat', prompt: 'Once upon a time', max_tokens: 64 },
  },
  {
    ...post('/v1/messages', 'Chat', 'Create a message (Anthropic format)'),
    ...describeJson('MessagesRequest', 'MessagesResponse', 'MessagesEvent'),
    about: 'You can also send the token as `x-api-key`, as Anthropic’s SDKs do.',
    gives: WHOLE_OR_STREAMED,
    errors: 'anthropic',
    capability: 'chat',
    example: { model: 'sandbox-chat', max_tokens: 1024, messages: HELLO },
  },
  {
    ...post('/v1/messages/count_tokens', 'Chat', 'Count the tokens of a message (Anthropic format)'),
    ...describeJson('MessagesCountRequest', 'MessagesCount'),
    about:
      'The header `x-modelgate-token-count` says whether the provider counted or the gateway estimated the tokens.',
    errors: 'anthropic',
    capability: 'chat',
    example: { model: 'sandbox-chat', messages: HELLO },
  },
];
