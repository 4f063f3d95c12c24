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

const ANYTHING: Schema = { description: 'Text, or an object.' };

const inputText = object(
  { type: constant('input_text'), text: text('The text.') },
  { prompt_cache_breakpoint: anyObject('Ends a part of the prompt that is worth caching.') },
  'Text.',
);

const inputImage = object(
  { type: constant('input_image') },
  {
    image_url: text('An https link, or a data URL with base64.'),
    detail: word('How closely to look.', ['auto', 'low', 'high', 'original']),
    file_id: text('A file in the store of one service. Only models of that service can read it.'),
    prompt_cache_breakpoint: anyObject('Ends a part of the prompt that is worth caching.'),
  },
  'An image.',
);

const inputFile = object(
  { type: constant('input_file') },
  {
    file_data: text('Base64, or a data URL.'),
    file_url: text('An https link.'),
    filename: text('What the file is called.'),
    file_id: text('A file in the store of one service. Only models of that service can read it.'),
    prompt_cache_breakpoint: anyObject('Ends a part of the prompt that is worth caching.'),
  },
  'A document, such as a PDF.',
);

const inputAudio = object(
  { type: constant('input_audio') },
  {
    input_audio: object({ data: text('Base64.'), format: word('What kind of audio it is.', ['wav', 'mp3']) }),
    audio_url: text('An https link, or a data URL with base64.'),
  },
  'A recording.',
);

const outputText = object(
  { type: constant('output_text'), text: text('The text.') },
  {
    annotations: list(anyObject('A source.'), 'Sources of the text.'),
    logprobs: list(anyObject('A token.'), 'How likely each token was.'),
  },
  'What the model said.',
);

const refusal = object(
  { type: constant('refusal'), refusal: text('Why the model refused.') },
  {},
  'A refusal.',
);

const toolOutput = either([
  text('Text.'),
  list(either([inputText, inputImage, inputFile]), 'Text, images and files.'),
]);

const message = object(
  {
    role: word('Who speaks.', ['user', 'assistant', 'system', 'developer']),
    content: either([
      text('Text.'),
      list(either([inputText, inputImage, inputFile, inputAudio, outputText, refusal]), 'Parts.'),
    ]),
  },
  { type: constant('message'), id: text('Its id.'), status: text('How far it is.') },
  'One turn of a conversation.',
);

const CALL = {
  id: text('Its id.'),
  status: text('How far it is.'),
  namespace: text('The group of tools that it belongs to.'),
};

const functionCall = object(
  {
    type: constant('function_call'),
    call_id: text('What the result refers to.'),
    name: text('The function.'),
    arguments: text('Its arguments as JSON text.'),
  },
  CALL,
  'A call of a function.',
);

const customCall = object(
  {
    type: constant('custom_tool_call'),
    call_id: text('What the result refers to.'),
    name: text('The tool.'),
    input: text('What it is given.'),
  },
  CALL,
  'A call of a tool that takes text.',
);

const callOutput = object(
  {
    type: word('What it answers.', ['function_call_output', 'custom_tool_call_output']),
    output: toolOutput,
  },
  {
    call_id: text('The id of the call that this answers.'),
    name: text('The tool, where it answers no call.'),
    id: text('Its id.'),
    status: text('How far it is.'),
  },
  'What a tool returned.',
);

const reasoning = object(
  { type: constant('reasoning') },
  {
    id: text('Its id.'),
    summary: list(object({ text: text('Text.') }), 'What the model thought, in short.'),
    content: {
      type: ['array', 'null'],
      items: object({ text: text('Text.') }),
      description: 'What the model thought.',
    },
    encrypted_content: { type: ['string', 'null'], description: 'Reasoning to send back unchanged.' },
    status: text('How far it is.'),
  },
  'Reasoning.',
);

/** What only some services and clients have. */
const other = object(
  {
    type: text(
      'Such as `item_reference`, `web_search_call`, `tool_search_call`, `agent_message` or `compaction`.',
    ),
  },
  {
    id: text('Its id.'),
    call_id: text('The call that it belongs to.'),
    arguments: ANYTHING,
    output: ANYTHING,
    result: { type: ['string', 'null'], description: 'An image that was made, in base64.' },
    output_format: text('The format of that image.'),
    operation: anyObject('What a call of a built-in tool asks for.'),
    action: anyObject('What a call of a built-in tool asks for.'),
    tools: list(refer('ResponsesTool'), 'Tools that were found.'),
    author: text('Which agent wrote a message.'),
    recipient: text('Which agent it is for.'),
    content: list(
      object({ type: text('`input_text` or `encrypted_content`.') }, { text: text('Text.') }),
      'What that agent wrote.',
    ),
    encrypted_content: text('What only the gateway or the service can open.'),
  },
  'Items of tools that a service or a client has of its own. What a model cannot read is left out, with a warning.',
);

const tool = object(
  { type: text('`function`, `custom`, `namespace`, `web_search`, or a tool that the model service runs.') },
  {
    name: text('What the model calls it by.'),
    description: text('What it does. The model decides by this.'),
    parameters: { type: ['object', 'null'], description: 'For functions: a JSON Schema of the arguments.' },
    strict: { type: ['boolean', 'null'], description: 'Whether the arguments follow the schema exactly.' },
    format: object(
      { type: word('What a custom tool takes.', ['text', 'grammar']) },
      { syntax: word('The kind of grammar.', ['lark', 'regex']), definition: text('The grammar.') },
      'For custom tools: what the text has to look like.',
    ),
    tools: list(refer('ResponsesTool'), 'For a namespace: its tools.'),
    filters: object(
      {},
      {
        allowed_domains: list(text('A domain.'), 'Nowhere else.'),
        blocked_domains: list(text('A domain.'), 'Not there.'),
      },
      'For a web search: where to look.',
    ),
    user_location: {
      anyOf: [
        object(
          {},
          {
            type: text('`approximate`.'),
            city: { type: ['string', 'null'] },
            region: { type: ['string', 'null'] },
            country: { type: ['string', 'null'] },
            timezone: { type: ['string', 'null'] },
          },
        ),
        { type: 'null' },
      ],
      description: 'For a web search: where the user is.',
    },
    search_context_size: text('For a web search: how much of it the model is shown.'),
    external_web_access: truth('For a web search: whether to leave the index.'),
    output_schema: anyObject('Only models of OpenAI’s own service take it.'),
    defer_loading: truth('Whether it is offered only once a search has found it.'),
    allowed_callers: { type: ['array', 'null'], description: 'Only models of OpenAI’s own service take it.' },
    execution: text('For a search among tools: who runs it, `client` or `server`.'),
  },
  'Something that the model may call.',
);

export const RESPONSES_PARTS: Readonly<Record<string, Schema>> = {
  ResponsesItem: either(
    [message, functionCall, customCall, callOutput, reasoning, other],
    'A turn, a call, what a call returned, or reasoning.',
  ),
  ResponsesTool: tool,
};
