import {
  type Schema,
  anyObject,
  constant,
  anyOf,
  list,
  object,
  refer,
  text,
  boolean,
  enumeration,
} from './schema.js';

const CACHE = {
  cache_control: object(
    { type: constant('ephemeral') },
    { ttl: enumeration('The lifetime of the cache entry.', ['5m', '1h']) },
    'Marks the end of a cacheable part of the prompt.',
  ),
};

const textBlock = object(
  { type: constant('text'), text: text('The text.') },
  {
    ...CACHE,
    citations: {
      type: ['array', 'null'],
      items: anyObject('A citation.'),
      description: 'Citations of sources.',
    },
  },
  'Text.',
);

const source = (description: string): Schema =>
  object(
    { type: enumeration('The type of the source.', ['base64', 'url', 'text', 'content', 'file']) },
    {
      media_type: text('For `base64`: the media type, such as `image/png` or `application/pdf`.'),
      data: text('For `base64` and `text`: the content.'),
      url: text('For `url`: an https URL.'),
      content: anyOf([text('Text.'), list(anyObject('A text or image block.'), 'Blocks.')]),
      file_id: text('The id of a file uploaded to a provider. Only models of that provider can read it.'),
    },
    description,
  );

const imageBlock = object({ type: constant('image'), source: source('The image.') }, CACHE, 'An image.');

const documentBlock = object(
  { type: constant('document'), source: source('The document.') },
  {
    ...CACHE,
    title: text('The title of the document.'),
    context: text('The context of the document. Ignored by models of other providers.'),
    citations: object({}, { enabled: boolean('Whether the response cites the document.') }),
  },
  'A document.',
);

const searchResultBlock = object(
  {
    type: constant('search_result'),
    title: text('The title of the result.'),
    source: text('The source of the result, such as a URL.'),
    content: anyOf([text('Text.'), list(textBlock, 'Blocks of text.')]),
  },
  { ...CACHE, citations: anyObject('Whether the response cites it.') },
  'A search result supplied by the client.',
);

const toolReference = object(
  { type: constant('tool_reference'), tool_name: text('The tool.') },
  {},
  'A tool found by a tool search.',
);

const toolResult = object(
  { type: constant('tool_result'), tool_use_id: text('The id of the call that this result belongs to.') },
  {
    ...CACHE,
    content: anyOf([
      text('Text.'),
      list(anyOf([textBlock, imageBlock, documentBlock, searchResultBlock, toolReference]), 'Blocks.'),
    ]),
    is_error: boolean('Whether the tool call failed.'),
  },
  'The result of a tool call.',
);

const thinking = object(
  { type: constant('thinking'), thinking: text('The reasoning of the model.') },
  { signature: text('The signature of the reasoning. Send it back unchanged.'), ...CACHE },
  'Reasoning.',
);

const redactedThinking = object(
  { type: constant('redacted_thinking'), data: text('Send it back unchanged.') },
  {},
  'Encrypted reasoning. Only the model can read it.',
);

const toolUse = object(
  {
    type: constant('tool_use'),
    id: text('The id of the call. The tool result refers to it.'),
    name: text('The tool.'),
    input: anyObject('The arguments.'),
  },
  CACHE,
  'A tool call.',
);

/** Blocks of tools that the service itself runs. */
const hostedToolBlock = object(
  { type: { type: 'string', pattern: '^((server|mcp)_tool_use|[a-z_]+_tool_result)$' } },
  {},
  'The use of a tool that the provider runs. Sent to that provider and omitted for others.',
);

const blocks = [textBlock, imageBlock, documentBlock, searchResultBlock, toolResult];

const tool = object(
  { name: text('The name that the model uses to call it.') },
  {
    type: text('`custom`, or a tool that the provider runs, such as `web_search_20250305`.'),
    description: text('The description. The model uses it to decide when to call the tool.'),
    input_schema: anyObject('The JSON Schema of the arguments. Required for `custom`.'),
    strict: boolean('Whether the arguments must match the schema exactly.'),
    defer_loading: boolean('Whether the tool is loaded only when a tool search finds it.'),
    eager_input_streaming: boolean('Ignored by models of other providers.'),
    input_examples: list(anyObject('Arguments.'), 'Ignored by models of other providers.'),
    allowed_callers: list(text('A caller.'), 'Ignored by models of other providers.'),
    max_uses: { type: 'integer', minimum: 1, description: 'For web search: the maximum number of searches.' },
    allowed_domains: list(text('A domain.'), 'For web search: the only domains to search.'),
    blocked_domains: list(text('A domain.'), 'For web search: domains to exclude.'),
    user_location: object(
      {},
      {
        type: text('`approximate`.'),
        city: text('City.'),
        region: text('Region.'),
        country: text('Two-letter country code.'),
        timezone: text('Time zone.'),
      },
      'For web search: the location of the user.',
    ),
    ...CACHE,
  },
  'A tool that the model can call.',
);

export const MESSAGES_PARTS: Readonly<Record<string, Schema>> = {
  MessagesTurn: anyOf(
    [
      object(
        {
          role: constant('user'),
          content: anyOf([text('Text.'), list(anyOf(blocks), 'Blocks.', { min: 1 })]),
        },
        {},
        'Input of the user.',
      ),
      object(
        {
          role: constant('assistant'),
          content: anyOf([
            text('Text.'),
            list(anyOf([textBlock, thinking, redactedThinking, toolUse, hostedToolBlock]), 'Blocks.'),
          ]),
        },
        {},
        'A previous response of the model.',
      ),
      object(
        { role: constant('system'), content: anyOf([text('Text.'), list(textBlock, 'Blocks of text.')]) },
        {},
        'Additional instructions within the conversation.',
      ),
    ],
    'A message of the conversation.',
  ),
  MessagesTool: tool,
};

export const SYSTEM = anyOf([text('Text.'), list(textBlock, 'Blocks of text.')], 'The system instructions.');
export const CONTENT_BLOCK = anyOf([textBlock, thinking, redactedThinking, toolUse, hostedToolBlock]);
export const MESSAGE = refer('MessagesTurn');
