import {
  type Schema,
  anyObject,
  boundedText,
  constant,
  anyOf,
  integer,
  list,
  nullable,
  number,
  object,
  refer,
  text,
  boolean,
  enumeration,
} from './schema.js';

const NAME = { min: 1 };

const voice = anyOf(
  [boundedText('The name of a voice.', NAME), object({ id: boundedText('The id of a custom voice.', NAME) })],
  'The voice.',
);

const audioFormat = anyOf([
  object(
    { type: constant('audio/pcm') },
    { rate: { const: 24_000, type: 'integer', description: 'The sample rate in Hz.' } },
  ),
  object({ type: enumeration('G.711.', ['audio/pcmu', 'audio/pcma']) }),
]);

const RESPONSE_OPTIONS = {
  create_response: boolean('Whether to create a response when the user stops speaking.'),
  interrupt_response: boolean('Whether speech of the user interrupts a response.'),
};

const turnDetection = nullable(
  anyOf(
    [
      object(
        { type: constant('server_vad') },
        {
          threshold: number('The activation threshold.', { min: 0, max: 1 }),
          prefix_padding_ms: integer('The amount of audio to include before the detected speech.', {
            min: 0,
          }),
          silence_duration_ms: integer('The duration of silence that ends the speech.', { min: 0 }),
          idle_timeout_ms: nullable(
            integer('The duration of silence after which the model responds on its own.', {
              min: 5_000,
              max: 30_000,
            }),
          ),
          ...RESPONSE_OPTIONS,
        },
      ),
      object(
        { type: constant('semantic_vad') },
        {
          eagerness: enumeration('How quickly to respond.', ['low', 'medium', 'high', 'auto']),
          ...RESPONSE_OPTIONS,
        },
      ),
    ],
    'Turn detection settings. Null disables it: the client commits the audio.',
  ),
);

const audioInput = object(
  {},
  {
    format: audioFormat,
    transcription: nullable(
      object(
        {},
        {
          model: boundedText('The transcription model.', NAME),
          language: text('Such as `en`.'),
          prompt: text('Text that guides the transcription.'),
        },
        'Transcription of the input audio. Null disables it.',
      ),
    ),
    noise_reduction: nullable(
      object({}, { type: enumeration('The distance of the microphone.', ['near_field', 'far_field']) }),
    ),
    turn_detection: turnDetection,
  },
  'Input audio settings.',
);

const include = nullable(
  list(constant('item.input_audio_transcription.logprobs'), 'Additional data to include.'),
);

const tool = anyOf([
  object(
    { type: constant('function'), name: boundedText('The name that the model uses to call it.', NAME) },
    {
      description: text('The description of the function. The model uses it to decide when to call it.'),
      parameters: anyObject('The JSON Schema of the arguments.'),
    },
  ),
  object({
    type: constant('mcp'),
    server_label: boundedText('The label of an MCP server, which the provider calls.', NAME),
  }),
]);

const toolChoice = anyOf([
  enumeration('`auto` lets the model decide, `none` disables tools, `required` forces a call.', [
    'none',
    'auto',
    'required',
  ]),
  object({ type: constant('function'), name: boundedText('The function to call.', NAME) }),
  object(
    { type: constant('mcp'), server_label: boundedText('The label of the MCP server.', NAME) },
    { name: nullable(text('The name of a tool of the server.')) },
  ),
]);

const session = object(
  { type: constant('realtime') },
  {
    model: boundedText('The name of the model.', NAME),
    instructions: text('The system instructions.'),
    output_modalities: list(
      enumeration('Audio output always includes a transcript.', ['audio', 'text']),
      'The output modality.',
      {
        min: 1,
        max: 1,
      },
    ),
    audio: object(
      {},
      {
        input: audioInput,
        output: object(
          {},
          { format: audioFormat, voice, speed: number('The speed. Default: 1.', { min: 0.25, max: 1.5 }) },
          'Output audio settings.',
        ),
      },
    ),
    tools: list(tool, 'The tools that the model can call.'),
    tool_choice: toolChoice,
    max_output_tokens: anyOf(
      [integer('A number.', { min: 1, max: 4096 }), constant('inf')],
      'The maximum number of output tokens per response.',
    ),
    parallel_tool_calls: boolean('Whether the model can call several tools in parallel.'),
    reasoning: object(
      {},
      { effort: enumeration('The reasoning effort.', ['minimal', 'low', 'medium', 'high', 'xhigh']) },
    ),
    truncation: anyOf([
      enumeration('The truncation strategy.', ['auto', 'disabled']),
      object({
        type: constant('retention_ratio'),
        retention_ratio: number('The fraction of the conversation to keep.', { min: 0, max: 1 }),
      }),
    ]),
    tracing: nullable(
      anyOf([constant('auto'), object({}, { group_id: text('A group.'), workflow_name: text('A name.') })]),
    ),
    prompt: nullable(object({ id: boundedText('The id of a prompt stored at the provider.', NAME) })),
    include,
  },
  'A realtime session.',
);

const transcription = object(
  { type: constant('transcription') },
  { audio: object({}, { input: audioInput }), include },
  'A transcription session.',
);

const lifetime = object(
  {},
  {
    anchor: constant('created_at'),
    seconds: integer('The lifetime of the secret in seconds.', { min: 10, max: 7200 }),
  },
);

export const REALTIME: Readonly<Record<string, Schema>> = {
  RealtimeSession: anyOf([session, transcription]),
  ClientSecretRequest: object(
    {},
    { expires_after: lifetime, session: refer('RealtimeSession', 'The initial session settings.') },
  ),
  ClientSecret: object({
    value: text('The secret. Use it instead of the API token in a browser.'),
    expires_at: integer('Expiry time as a Unix timestamp in seconds.'),
    session: anyObject('The session settings, including defaults.'),
  }),
};
