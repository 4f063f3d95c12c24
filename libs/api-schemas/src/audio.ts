import { SPEECH_FORMATS, TRANSCRIPT_FORMATS } from '#canonical';
import { MODEL } from './common.js';
import {
  type Schema,
  boundedText,
  anyOf,
  file,
  integer,
  list,
  number,
  object,
  text,
  boolean,
  enumeration,
} from './schema.js';

const COMMON = {
  file: file('The audio file: flac, m4a, mp3, mp4, ogg, wav or webm.'),
  model: MODEL,
};

const OPTIONS = {
  prompt: text('Text that guides the model, such as names in the audio.'),
  temperature: number('The sampling temperature. Higher values make the output more random.', {
    min: 0,
    max: 1,
  }),
};

const TRANSLATED_FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json'];

const times = { start: number('Start time in seconds.'), end: number('End time in seconds.') };

export const AUDIO: Readonly<Record<string, Schema>> = {
  SpeechRequest: object(
    {
      model: MODEL,
      input: boundedText('The text to generate audio for.', { min: 1, max: 4096 }),
      voice: anyOf(
        [
          boundedText('The name of a voice, such as `alloy`.', { min: 1 }),
          object({ id: boundedText('The id of a custom voice.', { min: 1 }) }),
        ],
        'The voice to use.',
      ),
    },
    {
      instructions: text('Instructions for the voice.'),
      response_format: enumeration('The audio format.', SPEECH_FORMATS),
      speed: number('The speed. Default: 1.', { min: 0.25, max: 4 }),
      stream_format: enumeration('Plain audio, or server-sent events with audio chunks.', ['audio', 'sse']),
    },
  ),
  SpeechEvent: object(
    { type: enumeration('The event type.', ['speech.audio.delta', 'speech.audio.done']) },
    {
      audio: text('An audio chunk in base64.'),
      usage: object({}, { input_tokens: integer('Input tokens.'), output_tokens: integer('Output tokens.') }),
    },
    'The data of a server-sent event.',
  ),
  TranscriptionForm: object(COMMON, {
    language: text('The language of the audio, such as `en`.'),
    ...OPTIONS,
    response_format: enumeration('The response format. Default: `json`.', TRANSCRIPT_FORMATS),
    timestamp_granularities: list(
      enumeration('The granularity.', ['word', 'segment']),
      'The timestamp granularities. Requires `verbose_json`.',
    ),
    stream: boolean('Whether to stream the text as server-sent events.'),
  }),
  TranslationForm: object(COMMON, {
    ...OPTIONS,
    response_format: enumeration('The response format. Default: `json`.', TRANSLATED_FORMATS),
  }),
  Transcript: object(
    { text: text('The transcribed text.') },
    {
      task: text('`transcribe` or `translate`.'),
      language: text('The language of the audio.'),
      duration: number('The duration of the audio in seconds.'),
      words: list(object({ word: text('The word.'), ...times }), 'Words with timestamps, if requested.'),
      segments: list(object({ text: text('The transcribed text.'), ...times }), 'Segments with timestamps.'),
      usage: object(
        {},
        {
          type: text('`tokens` or `duration`.'),
          seconds: number('The duration of the input in seconds.'),
          input_tokens: integer('Input tokens.'),
          output_tokens: integer('Output tokens.'),
          total_tokens: integer('Total tokens.'),
        },
      ),
    },
    '`verbose_json` returns all fields, `json` only the text and the usage.',
  ),
  TranscriptEvent: object(
    { type: enumeration('The event type.', ['transcript.text.delta', 'transcript.text.done']) },
    { delta: text('Additional text.'), text: text('The complete text.') },
    'The data of a server-sent event.',
  ),
};
