import {
  type Schema,
  anyObject,
  anyOf,
  integer,
  list,
  name,
  object,
  refer,
  text,
  boolean,
  enumeration,
} from './schema.js';

/** The service accepts one object instead of a list of one. */
export function oneOrMany(items: Schema, description: string, min = 0): Schema {
  return anyOf([list(items, 'A list.', min === 0 ? {} : { min }), items], description);
}

const part = object(
  {},
  {
    text: text('Text.'),
    thought: boolean('Whether the text is reasoning.'),
    thoughtSignature: text('The signature of the reasoning. Send it back unchanged.'),
    inlineData: object(
      { mimeType: text('Such as `image/png`, `audio/wav` or `application/pdf`.'), data: text('Base64.') },
      {},
      'An image, audio or a document.',
    ),
    fileData: object(
      { fileUri: text('An https URL.') },
      { mimeType: text('The media type.') },
      'A linked file.',
    ),
    functionCall: object(
      { name: name('The function.') },
      { id: text('The id of the call.'), args: anyObject('The arguments.') },
      'A function call.',
    ),
    functionResponse: object(
      { name: name('The function.') },
      {
        id: text('The id of the call that this result belongs to.'),
        response: anyObject('The result: under `output`, or under `error` if the function failed.'),
        parts: list(anyObject('An image or a document.'), 'Additional media of the result.'),
        scheduling: text('Ignored by models of other providers.'),
        willContinue: boolean('Ignored by models of other providers.'),
      },
      'The result of a function call.',
    ),
    mediaResolution: object({}, { level: text('The resolution, such as `MEDIA_RESOLUTION_HIGH`.') }),
    videoMetadata: anyObject('The part of the video to process. Supported only by models of Google.'),
    executableCode: anyObject('Code executed by the provider.'),
    codeExecutionResult: anyObject('The result of that code.'),
    toolCall: anyObject('A call of a tool that the provider runs.'),
    toolResponse: anyObject('The result of such a tool.'),
  },
  'A part has one kind of content and optional attributes.',
);

const content = object(
  {},
  {
    role: text('`user` or `model`. Default: `user`.'),
    parts: oneOrMany(refer('GeminiPart'), 'The parts of the message.'),
  },
  'A message of the conversation.',
);

const declaration = object(
  { name: name('The name that the model uses to call it.') },
  {
    description: text('The description. The model uses it to decide when to call the tool.'),
    parameters: anyObject('The schema of the arguments, in the Google format.'),
    parametersJsonSchema: anyObject(
      'The schema of the arguments, as JSON Schema. Cannot be combined with `parameters`.',
    ),
    response: anyObject('Ignored by models of other providers.'),
    responseJsonSchema: anyObject('Ignored by models of other providers.'),
    behavior: text('Ignored by models of other providers.'),
  },
);

const tool = object(
  {},
  {
    functionDeclarations: oneOrMany(declaration, 'Functions that the model can call.'),
    googleSearch: anyObject('Enables web search.'),
  },
  'Functions, or a tool that the provider runs.',
);

const toolConfig = object(
  {},
  {
    functionCallingConfig: object(
      {},
      {
        mode: text('`AUTO`, `ANY`, `NONE` or `VALIDATED`.'),
        allowedFunctionNames: list(text('A function.'), 'The functions that the model can call.'),
      },
    ),
  },
  'Which functions the model can or must call.',
);

export const count = (description: string, min?: number, max?: number): Schema =>
  anyOf([
    integer(description, { min, max }),
    { type: 'string', pattern: String.raw`^-?\d+$`, description: 'The number as a string.' },
  ]);

export const GEMINI_PARTS: Readonly<Record<string, Schema>> = {
  GeminiPart: part,
  GeminiContent: content,
  GeminiTool: tool,
  GeminiToolConfig: toolConfig,
};

export const FINISH_REASON = enumeration('Why the generation stopped.', [
  'STOP',
  'MAX_TOKENS',
  'SAFETY',
  'RECITATION',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'MALFORMED_FUNCTION_CALL',
  'LANGUAGE',
  'IMAGE_SAFETY',
  'OTHER',
]);
