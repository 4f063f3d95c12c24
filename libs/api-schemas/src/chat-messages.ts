import {
  type Schema,
  anyObject,
  constant,
  anyOf,
  list,
  name,
  object,
  refer,
  text,
  boolean,
  enumeration,
} from './schema.js';

const CACHE_CONTROL = object(
  {},
  { type: constant('ephemeral'), ttl: enumeration('The lifetime of the cache entry.', ['5m', '1h']) },
  'Marks the end of a cacheable part of the prompt, for models with explicit caching.',
);

const CACHE_FIELDS = {
  cache_control: CACHE_CONTROL,
  prompt_cache_breakpoint: anyObject('Cache breakpoint in the OpenAI format.'),
};

const textPart = object({ type: constant('text'), text: text('The text.') }, CACHE_FIELDS, 'Text.');

const imagePart = object(
  {
    type: constant('image_url'),
    image_url: object(
      { url: text('An https URL or a base64 data URL.') },
      { detail: enumeration('The level of detail.', ['auto', 'low', 'high', 'original']) },
    ),
  },
  CACHE_FIELDS,
  'An image.',
);

const audioPart = object(
  {
    type: constant('input_audio'),
    input_audio: object({ data: text('Base64.'), format: enumeration('The audio format.', ['wav', 'mp3']) }),
  },
  {},
  'Audio.',
);

const filePart = object(
  {
    type: constant('file'),
    file: object(
      {},
      {
        file_data: text('An https URL or a base64 data URL.'),
        filename: text('The file name.'),
        file_id: text('The id of a file uploaded to a provider. Only models of that provider can read it.'),
      },
    ),
  },
  CACHE_FIELDS,
  'A document, such as a PDF.',
);

const refusalPart = object(
  { type: constant('refusal'), refusal: text('The refusal message.') },
  {},
  'A refusal.',
);

const toolCall = object(
  {
    id: name('The id of the call. The tool message refers to it.'),
    function: object({ name: name('The function.') }, { arguments: text('The arguments as a JSON string.') }),
  },
  {
    type: text('`function`.'),
    extra_content: anyObject('Additional data of the provider. Send it back unchanged.'),
    index: { type: 'integer', description: 'In a stream: the index of the tool call.' },
  },
  'A function call.',
);

const thinkingBlock = object(
  {},
  {
    type: enumeration('The block type.', ['thinking', 'redacted_thinking']),
    thinking: text('The reasoning of the model.'),
    signature: text('The signature of the reasoning. Send it back unchanged.'),
    data: text('Encrypted reasoning. Only the model can read it.'),
  },
);

/** Fields of assistant messages, in requests and responses. */
export const ASSISTANT_FIELDS: Readonly<Record<string, Schema>> = {
  refusal: { type: ['string', 'null'], description: 'The refusal message, if the model refused.' },
  reasoning_content: text('The reasoning of the model, if available.'),
  reasoning: text('Alias of `reasoning_content`, as used by some providers.'),
  thinking_blocks: list(thinkingBlock, 'Reasoning blocks. Send them back unchanged in the next request.'),
  tool_calls: list(toolCall, 'The tool calls of the model.'),
  function_call: object(
    { name: name('The function.') },
    { arguments: text('The arguments as a JSON string.') },
    'Deprecated form of a tool call, for requests with `functions`.',
  ),
};

const systemMessage = object(
  {
    role: enumeration('The role of the author.', ['system', 'developer']),
    content: anyOf([text('Text.'), list(textPart, 'Parts.')]),
  },
  { name: text('The name of the participant.') },
  'The system instructions.',
);

const userMessage = object(
  {
    role: constant('user'),
    content: anyOf([
      text('Text.'),
      list(anyOf([textPart, imagePart, audioPart, filePart]), 'Text, images, audio and files.'),
    ]),
  },
  { name: text('The name of the participant.') },
  'Input of the user.',
);

const assistantMessage = object(
  { role: constant('assistant') },
  {
    content: anyOf([
      text('Text.'),
      list(anyOf([textPart, refusalPart]), 'Parts.'),
      { type: 'null', description: 'The message has only tool calls.' },
    ]),
    name: text('The name of the participant.'),
    audio: anyObject(
      'A reference to the audio of an earlier response. Valid only at the provider that generated it.',
    ),
    ...ASSISTANT_FIELDS,
  },
  'A previous response of the model.',
);

const toolMessage = object(
  {
    role: constant('tool'),
    tool_call_id: text('The id of the call that this result belongs to.'),
    content: anyOf([text('Text.'), list(anyOf([textPart, imagePart, filePart]), 'Parts.')]),
  },
  { name: name('The function.') },
  'The result of a function call.',
);

const functionMessage = object(
  { role: constant('function'), name: name('The function.') },
  { content: anyOf([text('Text.'), list(textPart, 'Parts.'), { type: 'null' }]) },
  'Deprecated form of a tool result.',
);

const functionDefinition = object(
  { name: name('The name that the model uses to call it.') },
  {
    description: text('The description. The model uses it to decide when to call the tool.'),
    parameters: anyObject('The JSON Schema of the arguments.'),
    strict: boolean('Whether the arguments must match the schema exactly.'),
    ...CACHE_FIELDS,
  },
);

/** Also used for `functions`, the legacy form of `tools`. */
export const FUNCTION_DEFINITION = functionDefinition;

const tool = object(
  { type: text('`function`. Other types are supported only by providers that run them.') },
  { function: functionDefinition, ...CACHE_FIELDS },
  'A tool that the model can call.',
);

const toolChoice = anyOf(
  [
    enumeration('`auto` lets the model decide, `none` disables tools, `required` forces a call.', [
      'none',
      'auto',
      'required',
    ]),
    object(
      { type: enumeration('The type of the choice.', ['function', 'allowed_tools', 'custom']) },
      {
        function: object({ name: name('The function that must be called.') }),
        allowed_tools: object(
          {
            tools: list(
              anyObject('A tool, as `{"type": "function", "function": {"name": …}}`.'),
              'The tools.',
            ),
          },
          { mode: enumeration('Whether the model must call one of the tools.', ['auto', 'required']) },
        ),
      },
    ),
  ],
  'Which tools the model can or must call.',
);

const outputFormat = object(
  { type: enumeration('The output format.', ['text', 'json_object', 'json_schema']) },
  {
    json_schema: object(
      { name: name('A name for the schema.') },
      {
        schema: anyObject('A JSON Schema.'),
        description: text('The purpose of the schema.'),
        strict: boolean('Whether the output must match the schema exactly.'),
      },
    ),
  },
  'Text, any JSON, or JSON that matches a schema.',
);

export const CHAT_PARTS: Readonly<Record<string, Schema>> = {
  ChatMessage: anyOf(
    [systemMessage, userMessage, assistantMessage, toolMessage, functionMessage],
    'A message of the conversation.',
  ),
  ChatTool: tool,
  ChatToolChoice: toolChoice,
  ChatOutputFormat: outputFormat,
};

export const MESSAGE = refer('ChatMessage');
export const TOOL = refer('ChatTool');
