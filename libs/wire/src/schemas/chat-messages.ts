import {
  type Schema,
  anyObject,
  constant,
  either,
  list,
  name,
  object,
  refer,
  text,
  truth,
  word,
} from './schema.js';

const CACHE_CONTROL = object(
  {},
  { type: constant('ephemeral'), ttl: word('How long to keep it.', ['5m', '1h']) },
  'Ends a part of the prompt that is worth caching, for models that are told so.',
);

const CACHED = {
  cache_control: CACHE_CONTROL,
  prompt_cache_breakpoint: anyObject('The same in the words of this format.'),
};

const textPart = object({ type: constant('text'), text: text('The text.') }, CACHED, 'Text.');

const imagePart = object(
  {
    type: constant('image_url'),
    image_url: object(
      { url: text('An https link, or a data URL with base64.') },
      { detail: word('How closely to look.', ['auto', 'low', 'high', 'original']) },
    ),
  },
  CACHED,
  'An image.',
);

const audioPart = object(
  {
    type: constant('input_audio'),
    input_audio: object({ data: text('Base64.'), format: word('What kind of audio it is.', ['wav', 'mp3']) }),
  },
  {},
  'A recording.',
);

const filePart = object(
  {
    type: constant('file'),
    file: object(
      {},
      {
        file_data: text('An https link, or a data URL with base64.'),
        filename: text('What the file is called.'),
        file_id: text('A file in the store of one service. Only models of that service can read it.'),
      },
    ),
  },
  CACHED,
  'A document, such as a PDF.',
);

const refusalPart = object(
  { type: constant('refusal'), refusal: text('Why the model refused.') },
  {},
  'A refusal.',
);

const toolCall = object(
  {
    id: name('What the result refers to.'),
    function: object({ name: name('The function.') }, { arguments: text('Its arguments as JSON text.') }),
  },
  {
    type: text('`function`.'),
    extra_content: anyObject('What the model service adds. Send it back unchanged.'),
    index: { type: 'integer', description: 'In a stream: which call it belongs to.' },
  },
  'A call of a function.',
);

const thinkingBlock = object(
  {},
  {
    type: word('Whether it can be read.', ['thinking', 'redacted_thinking']),
    thinking: text('What the model thought.'),
    signature: text('Proof that the model made it. Send it back unchanged.'),
    data: text('Reasoning that only the model can read.'),
  },
);

/** What an assistant has said, in requests and in answers. */
export const SPOKEN: Readonly<Record<string, Schema>> = {
  refusal: { type: ['string', 'null'], description: 'Why the model refused, where it did.' },
  reasoning_content: text('What the model thought, where it tells.'),
  reasoning: text('The same, by the name that some services have for it.'),
  thinking_blocks: list(thinkingBlock, 'Reasoning that has to be sent back unchanged in the next request.'),
  tool_calls: list(toolCall, 'The functions that the model wants called.'),
  function_call: object(
    { name: name('The function.') },
    { arguments: text('Its arguments as JSON text.') },
    'The older form of one call, for requests with `functions`.',
  ),
};

const systemMessage = object(
  {
    role: word('Who speaks.', ['system', 'developer']),
    content: either([text('Text.'), list(textPart, 'Parts.')]),
  },
  { name: text('A name for the speaker.') },
  'What the model is told to be and to do.',
);

const userMessage = object(
  {
    role: constant('user'),
    content: either([
      text('Text.'),
      list(either([textPart, imagePart, audioPart, filePart]), 'Text, images, recordings and files.'),
    ]),
  },
  { name: text('A name for the speaker.') },
  'What the user says.',
);

const assistantMessage = object(
  { role: constant('assistant') },
  {
    content: either([
      text('Text.'),
      list(either([textPart, refusalPart]), 'Parts.'),
      { type: 'null', description: 'Nothing but calls.' },
    ]),
    name: text('A name for the speaker.'),
    audio: anyObject('Names a recording of an earlier answer. Only the service that made it knows it.'),
    ...SPOKEN,
  },
  'What the model answered before.',
);

const toolMessage = object(
  {
    role: constant('tool'),
    tool_call_id: text('The id of the call that this answers.'),
    content: either([text('Text.'), list(either([textPart, imagePart, filePart]), 'Parts.')]),
  },
  { name: name('The function.') },
  'What a function returned.',
);

const functionMessage = object(
  { role: constant('function'), name: name('The function.') },
  { content: either([text('Text.'), list(textPart, 'Parts.'), { type: 'null' }]) },
  'The older form of a result.',
);

const functionDefinition = object(
  { name: name('What the model calls it by.') },
  {
    description: text('What it does. The model decides by this.'),
    parameters: anyObject('A JSON Schema of the arguments.'),
    strict: truth('Whether the arguments follow the schema exactly.'),
    ...CACHED,
  },
);

/** For `functions`, the older form of `tools`, too. */
export const FUNCTION_DEFINITION = functionDefinition;

const tool = object(
  { type: text('`function`. Other kinds are for services that run them.') },
  { function: functionDefinition, ...CACHED },
  'Something that the model may call.',
);

const toolChoice = either(
  [
    word('Leave it to the model, forbid it, or demand a call.', ['none', 'auto', 'required']),
    object(
      { type: word('What the choice is about.', ['function', 'allowed_tools', 'custom']) },
      {
        function: object({ name: name('The function that must be called.') }),
        allowed_tools: object(
          {
            tools: list(
              anyObject('A tool, as `{"type": "function", "function": {"name": …}}`.'),
              'The tools.',
            ),
          },
          { mode: word('Whether one of them must be called.', ['auto', 'required']) },
        ),
      },
    ),
  ],
  'Whether and which tools are to be called.',
);

const outputFormat = object(
  { type: word('What the answer is.', ['text', 'json_object', 'json_schema']) },
  {
    json_schema: object(
      { name: name('A name for the schema.') },
      {
        schema: anyObject('A JSON Schema.'),
        description: text('What it is for.'),
        strict: truth('Whether the answer follows the schema exactly.'),
      },
    ),
  },
  'Text, any JSON, or JSON that follows a schema.',
);

export const CHAT_PARTS: Readonly<Record<string, Schema>> = {
  ChatMessage: either(
    [systemMessage, userMessage, assistantMessage, toolMessage, functionMessage],
    'One turn of a conversation.',
  ),
  ChatTool: tool,
  ChatToolChoice: toolChoice,
  ChatOutputFormat: outputFormat,
};

export const MESSAGE = refer('ChatMessage');
export const TOOL = refer('ChatTool');
