import {
  type Schema,
  anyObject,
  boundedText,
  constant,
  either,
  integer,
  list,
  nullable,
  number,
  object,
  refer,
  text,
  truth,
  word,
} from './schema.js';

const NAME = { min: 1 };

const voice = either(
  [
    boundedText('The name of a voice.', NAME),
    object({ id: boundedText('The id of a voice of your own.', NAME) }),
  ],
  'Who speaks.',
);

const audioFormat = either([
  object(
    { type: constant('audio/pcm') },
    { rate: { const: 24_000, type: 'integer', description: 'Samples in a second.' } },
  ),
  object({ type: word('G.711.', ['audio/pcmu', 'audio/pcma']) }),
]);

const ANSWERING = {
  create_response: truth('Whether the model answers when the user has finished.'),
  interrupt_response: truth('Whether the user can interrupt it.'),
};

const turnDetection = nullable(
  either(
    [
      object(
        { type: constant('server_vad') },
        {
          threshold: number('How loud speech has to be.', { min: 0, max: 1 }),
          prefix_padding_ms: integer('How much of what came before is kept.', { min: 0 }),
          silence_duration_ms: integer('How long a pause ends a turn.', { min: 0 }),
          idle_timeout_ms: nullable(
            integer('After what silence the model speaks up.', { min: 5_000, max: 30_000 }),
          ),
          ...ANSWERING,
        },
      ),
      object(
        { type: constant('semantic_vad') },
        { eagerness: word('How soon to answer.', ['low', 'medium', 'high', 'auto']), ...ANSWERING },
      ),
    ],
    'How it is known that the user has finished; null to say so yourself.',
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
          model: boundedText('The model that listens.', NAME),
          language: text('Such as `en`.'),
          prompt: text('Words that help.'),
        },
        'Whether what the user says is written down.',
      ),
    ),
    noise_reduction: nullable(
      object({}, { type: word('Where the microphone is.', ['near_field', 'far_field']) }),
    ),
    turn_detection: turnDetection,
  },
  'What is heard.',
);

const include = nullable(list(constant('item.input_audio_transcription.logprobs'), 'What else to tell.'));

const tool = either([
  object(
    { type: constant('function'), name: boundedText('What the model calls it by.', NAME) },
    { description: text('What it does.'), parameters: anyObject('A JSON Schema of the arguments.') },
  ),
  object({
    type: constant('mcp'),
    server_label: boundedText('A server, which the model service asks.', NAME),
  }),
]);

const toolChoice = either([
  word('Leave it to the model, forbid it, or demand a call.', ['none', 'auto', 'required']),
  object({ type: constant('function'), name: boundedText('The function to call.', NAME) }),
  object(
    { type: constant('mcp'), server_label: boundedText('The server to ask.', NAME) },
    { name: nullable(text('A tool of it.')) },
  ),
]);

const session = object(
  { type: constant('realtime') },
  {
    model: boundedText('The name of the model.', NAME),
    instructions: text('What the model is told to be and to do.'),
    output_modalities: list(
      word('One of them: speech has its transcript anyway.', ['audio', 'text']),
      'How the model answers.',
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
          { format: audioFormat, voice, speed: number('How fast; 1 is usual.', { min: 0.25, max: 1.5 }) },
          'What is said.',
        ),
      },
    ),
    tools: list(tool, 'What the model may call.'),
    tool_choice: toolChoice,
    max_output_tokens: either(
      [integer('A number.', { min: 1, max: 4096 }), constant('inf')],
      'The most tokens of an answer.',
    ),
    parallel_tool_calls: truth('Whether the model may make several calls at once.'),
    reasoning: object(
      {},
      { effort: word('How much to think.', ['minimal', 'low', 'medium', 'high', 'xhigh']) },
    ),
    truncation: either([
      word('What happens to a long conversation.', ['auto', 'disabled']),
      object({
        type: constant('retention_ratio'),
        retention_ratio: number('How much of it is kept.', { min: 0, max: 1 }),
      }),
    ]),
    tracing: nullable(
      either([constant('auto'), object({}, { group_id: text('A group.'), workflow_name: text('A name.') })]),
    ),
    prompt: nullable(object({ id: boundedText('A prompt that is stored at the model service.', NAME) })),
    include,
  },
  'A conversation.',
);

const transcription = object(
  { type: constant('transcription') },
  { audio: object({}, { input: audioInput }), include },
  'Only writes down what is said.',
);

const lifetime = object(
  {},
  { anchor: constant('created_at'), seconds: integer('How long the secret lasts.', { min: 10, max: 7200 }) },
);

export const REALTIME: Readonly<Record<string, Schema>> = {
  RealtimeSession: either([session, transcription]),
  ClientSecretRequest: object(
    {},
    { expires_after: lifetime, session: refer('RealtimeSession', 'What the conversation begins with.') },
  ),
  ClientSecret: object({
    value: text('The secret, which takes the place of the token in a browser.'),
    expires_at: integer('When it ends, in seconds since 1970.'),
    session: anyObject('The session, with everything that was left out.'),
  }),
};
