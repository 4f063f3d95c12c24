import { type ModelApiRoute, JSON_OR_EVENTS, describeJson, post } from './route.js';

const HELLO = [{ role: 'user', content: 'Hello!' }];

export const CHAT_ROUTES: readonly ModelApiRoute[] = [
  {
    ...post('/v1/chat/completions', 'Chat', 'Create a chat completion (OpenAI format)'),
    ...describeJson('ChatCompletionRequest', 'ChatCompletion', 'ChatCompletionChunk'),
    description:
      'Works with every chat model of every provider. A parameter that the model does not support is removed and listed in ' +
      '`x-modelgate-warnings`; with `x-modelgate-strict: true` the request is rejected instead.',
    returns: JSON_OR_EVENTS,
    capability: 'chat',
    example: { model: 'sandbox-chat', messages: HELLO },
  },
  {
    ...post('/v1/completions', 'Chat', 'Create a completion (OpenAI legacy format)'),
    ...describeJson('CompletionRequest', 'Completion', 'Completion'),
    returns: JSON_OR_EVENTS,
    capability: 'chat',
    example: { model: 'sandbox-chat', prompt: 'Once upon a time', max_tokens: 64 },
  },
  {
    ...post('/v1/messages', 'Chat', 'Create a message (Anthropic format)'),
    ...describeJson('MessagesRequest', 'MessagesResponse', 'MessagesEvent'),
    description: 'You can also send the token as `x-api-key`, as Anthropic’s SDKs do.',
    returns: JSON_OR_EVENTS,
    errors: 'anthropic',
    capability: 'chat',
    example: { model: 'sandbox-chat', max_tokens: 1024, messages: HELLO },
  },
  {
    ...post('/v1/messages/count_tokens', 'Chat', 'Count the tokens of a message (Anthropic format)'),
    ...describeJson('MessagesCountRequest', 'MessagesCount'),
    description:
      'The header `x-modelgate-token-count` says whether the provider counted or the gateway estimated the tokens.',
    errors: 'anthropic',
    capability: 'chat',
    example: { model: 'sandbox-chat', messages: HELLO },
  },
];
