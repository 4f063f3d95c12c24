import {
  type Schema,
  anyObject,
  constant,
  either,
  list,
  object,
  refer,
  text,
  truth,
  word,
} from './schema.js';

const CACHE = {
  cache_control: object(
    { type: constant('ephemeral') },
    { ttl: word('How long to keep it.', ['5m', '1h']) },
    'Ends a part of the prompt that is worth caching.',
  ),
};

const textBlock = object(
  { type: constant('text'), text: text('The text.') },
  {
    ...CACHE,
    citations: {
      type: ['array', 'null'],
      items: anyObject('A source.'),
      description: 'Sources of the text.',
    },
  },
  'Text.',
);

const source = (description: string): Schema =>
  object(
    { type: word('Where it is.', ['base64', 'url', 'text', 'content', 'file']) },
    {
      media_type: text('For base64: such as `image/png` or `application/pdf`.'),
      data: text('For base64 and text: the content.'),
      url: text('For a link: its https address.'),
      content: either([text('Text.'), list(anyObject('A block of text or an image.'), 'Blocks.')]),
      file_id: text('A file in the store of one service. Only models of that service can read it.'),
    },
    description,
  );

const imageBlock = object({ type: constant('image'), source: source('The image.') }, CACHE, 'An image.');

const documentBlock = object(
  { type: constant('document'), source: source('The document.') },
  {
    ...CACHE,
    title: text('What it is called.'),
    context: text('What it is about. Not kept for models of other services.'),
    citations: object({}, { enabled: truth('Whether the answer names its places in the document.') }),
  },
  'A document.',
);

const searchResultBlock = object(
  {
    type: constant('search_result'),
    title: text('Its title.'),
    source: text('Its address.'),
    content: either([text('Text.'), list(textBlock, 'Blocks of text.')]),
  },
  { ...CACHE, citations: anyObject('Whether the answer names it.') },
  'A search result of your own.',
);

const toolReference = object(
  { type: constant('tool_reference'), tool_name: text('The tool.') },
  {},
  'A tool that was found.',
);

const toolResult = object(
  { type: constant('tool_result'), tool_use_id: text('The id of the call that this answers.') },
  {
    ...CACHE,
    content: either([
      text('Text.'),
      list(either([textBlock, imageBlock, documentBlock, searchResultBlock, toolReference]), 'Blocks.'),
    ]),
    is_error: truth('Whether the tool failed.'),
  },
  'What a tool returned.',
);

const thinking = object(
  { type: constant('thinking'), thinking: text('What the model thought.') },
  { signature: text('Proof that the model made it. Send it back unchanged.'), ...CACHE },
  'Reasoning.',
);

const redacted = object(
  { type: constant('redacted_thinking'), data: text('Send it back unchanged.') },
  {},
  'Reasoning that only the model can read.',
);

const toolUse = object(
  {
    type: constant('tool_use'),
    id: text('What the result refers to.'),
    name: text('The tool.'),
    input: anyObject('Its arguments.'),
  },
  CACHE,
  'A call of a tool.',
);

/** What the tools of the service itself leave behind. */
const hosted = object(
  { type: { type: 'string', pattern: '^((server|mcp)_tool_use|[a-z_]+_tool_result)$' } },
  {},
  'What a tool that the model service runs has done. Sent on to that service, and left out elsewhere.',
);

const blocks = [textBlock, imageBlock, documentBlock, searchResultBlock, toolResult];

const tool = object(
  { name: text('What the model calls it by.') },
  {
    type: text('`custom`, or the name of a tool that the model service runs, such as `web_search_20250305`.'),
    description: text('What it does. The model decides by this.'),
    input_schema: anyObject('A JSON Schema of the arguments. Required for `custom`.'),
    strict: truth('Whether the arguments follow the schema exactly.'),
    defer_loading: truth('Whether it is offered only once a search has found it.'),
    eager_input_streaming: truth('Not kept for models of other services.'),
    input_examples: list(anyObject('Arguments.'), 'Not kept for models of other services.'),
    allowed_callers: list(text('A caller.'), 'Not kept for models of other services.'),
    max_uses: { type: 'integer', minimum: 1, description: 'For a web search: the most searches.' },
    allowed_domains: list(text('A domain.'), 'For a web search: nowhere else.'),
    blocked_domains: list(text('A domain.'), 'For a web search: not there.'),
    user_location: object(
      {},
      {
        type: text('`approximate`.'),
        city: text('City.'),
        region: text('Region.'),
        country: text('Country, in two letters.'),
        timezone: text('Time zone.'),
      },
      'For a web search: where the user is.',
    ),
    ...CACHE,
  },
  'Something that the model may call.',
);

export const MESSAGES_PARTS: Readonly<Record<string, Schema>> = {
  MessagesTurn: either(
    [
      object(
        {
          role: constant('user'),
          content: either([text('Text.'), list(either(blocks), 'Blocks.', { min: 1 })]),
        },
        {},
        'What the user says.',
      ),
      object(
        {
          role: constant('assistant'),
          content: either([
            text('Text.'),
            list(either([textBlock, thinking, redacted, toolUse, hosted]), 'Blocks.'),
          ]),
        },
        {},
        'What the model answered before.',
      ),
      object(
        { role: constant('system'), content: either([text('Text.'), list(textBlock, 'Blocks of text.')]) },
        {},
        'Further instructions in the middle of a conversation.',
      ),
    ],
    'One turn of a conversation.',
  ),
  MessagesTool: tool,
};

export const SYSTEM = either(
  [text('Text.'), list(textBlock, 'Blocks of text.')],
  'What the model is told to be and to do.',
);
export const ANSWER_BLOCK = either([textBlock, thinking, redacted, toolUse, hosted]);
export const TURN = refer('MessagesTurn');
