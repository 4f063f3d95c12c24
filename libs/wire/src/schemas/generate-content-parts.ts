import {
  type Schema,
  anyObject,
  either,
  integer,
  list,
  name,
  object,
  refer,
  text,
  truth,
  word,
} from './schema.js';

/** The service takes one object in the place of a list of one. */
export function oneOrMany(items: Schema, description: string, min = 0): Schema {
  return either([list(items, 'A list.', min === 0 ? {} : { min }), items], description);
}

const part = object(
  {},
  {
    text: text('Text.'),
    thought: truth('Whether the text is what the model thought.'),
    thoughtSignature: text('Proof that the model made it. Send it back unchanged.'),
    inlineData: object(
      { mimeType: text('Such as `image/png`, `audio/wav` or `application/pdf`.'), data: text('Base64.') },
      {},
      'An image, a recording or a document.',
    ),
    fileData: object(
      { fileUri: text('An https link.') },
      { mimeType: text('What it is.') },
      'A file that is linked to.',
    ),
    functionCall: object(
      { name: name('The function.') },
      { id: text('What the result refers to.'), args: anyObject('Its arguments.') },
      'A call of a function.',
    ),
    functionResponse: object(
      { name: name('The function.') },
      {
        id: text('The id of the call that this answers.'),
        response: anyObject('What it returned: under `output`, or under `error` where it failed.'),
        parts: list(anyObject('An image or a document.'), 'What it returned beside that.'),
        scheduling: text('Not kept for models of other services.'),
        willContinue: truth('Not kept for models of other services.'),
      },
      'What a function returned.',
    ),
    mediaResolution: object({}, { level: text('How closely to look, such as `MEDIA_RESOLUTION_HIGH`.') }),
    videoMetadata: anyObject('Which part of a video to look at. Only Google’s own models take it.'),
    executableCode: anyObject('Code of a tool that the model service runs.'),
    codeExecutionResult: anyObject('What that code returned.'),
    toolCall: anyObject('A call of a tool that the model service runs.'),
    toolResponse: anyObject('What such a tool returned.'),
  },
  'A part has one of these, beside what is said about it.',
);

const content = object(
  {},
  {
    role: text('`user` or `model`; `user` where it is left out.'),
    parts: oneOrMany(refer('GeminiPart'), 'What is said.'),
  },
  'One turn of a conversation.',
);

const declaration = object(
  { name: name('What the model calls it by.') },
  {
    description: text('What it does. The model decides by this.'),
    parameters: anyObject('The arguments, in Google’s form of a schema.'),
    parametersJsonSchema: anyObject('The arguments, as a JSON Schema. Not beside `parameters`.'),
    response: anyObject('Not kept for models of other services.'),
    responseJsonSchema: anyObject('Not kept for models of other services.'),
    behavior: text('Not kept for models of other services.'),
  },
);

const tool = object(
  {},
  {
    functionDeclarations: oneOrMany(declaration, 'Functions that the model may call.'),
    googleSearch: anyObject('Search the web.'),
  },
  'Functions, or a tool that the model service runs.',
);

const toolConfig = object(
  {},
  {
    functionCallingConfig: object(
      {},
      {
        mode: text('`AUTO`, `ANY`, `NONE` or `VALIDATED`.'),
        allowedFunctionNames: list(text('A function.'), 'Only these may be called.'),
      },
    ),
  },
  'Whether and which functions are to be called.',
);

export const count = (description: string, min?: number, max?: number): Schema =>
  either([
    integer(description, { min, max }),
    { type: 'string', pattern: String.raw`^-?\d+$`, description: 'The number as text.' },
  ]);

export const GEMINI_PARTS: Readonly<Record<string, Schema>> = {
  GeminiPart: part,
  GeminiContent: content,
  GeminiTool: tool,
  GeminiToolConfig: toolConfig,
};

export const FINISH_REASON = word('Why it ended.', [
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
