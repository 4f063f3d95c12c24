import { SPEECH_FORMATS, TRANSCRIPT_FORMATS } from '#canonical';
import { MODEL } from './common.js';
import {
  type Schema,
  boundedText,
  either,
  file,
  integer,
  list,
  number,
  object,
  text,
  truth,
  word,
} from './schema.js';

const COMMON = {
  file: file('The recording: flac, m4a, mp3, mp4, ogg, wav or webm.'),
  model: MODEL,
};

const OPTIONS = {
  prompt: text('Words that help the model, such as names that occur.'),
  temperature: number('How much chance there is in the choice of words.', { min: 0, max: 1 }),
};

const TRANSLATED_FORMATS = ['json', 'text', 'srt', 'vtt', 'verbose_json'];

const times = { start: number('From, in seconds.'), end: number('To, in seconds.') };

export const AUDIO: Readonly<Record<string, Schema>> = {
  SpeechRequest: object(
    {
      model: MODEL,
      input: boundedText('What to read.', { min: 1, max: 4096 }),
      voice: either(
        [
          boundedText('The name of a voice, such as `alloy`.', { min: 1 }),
          object({ id: boundedText('The id of a voice of your own.', { min: 1 }) }),
        ],
        'Who reads it.',
      ),
    },
    {
      instructions: text('How to read it.'),
      response_format: word('What kind of audio to make.', SPEECH_FORMATS),
      speed: number('How fast; 1 is usual.', { min: 0.25, max: 4 }),
      stream_format: word('Audio, or events with pieces of it.', ['audio', 'sse']),
    },
  ),
  SpeechEvent: object(
    { type: word('What it is.', ['speech.audio.delta', 'speech.audio.done']) },
    {
      audio: text('More audio, in base64.'),
      usage: object({}, { input_tokens: integer('Tokens read.'), output_tokens: integer('Tokens spoken.') }),
    },
    'The data of one event.',
  ),
  TranscriptionForm: object(COMMON, {
    language: text('The language that is spoken, such as `en`.'),
    ...OPTIONS,
    response_format: word('What the answer is. `json` where it is left out.', TRANSCRIPT_FORMATS),
    timestamp_granularities: list(
      word('Words or segments.', ['word', 'segment']),
      'What has times, with `verbose_json`.',
    ),
    stream: truth('Whether the text comes as server-sent events.'),
  }),
  TranslationForm: object(COMMON, {
    ...OPTIONS,
    response_format: word('What the answer is. `json` where it is left out.', TRANSLATED_FORMATS),
  }),
  Transcript: object(
    { text: text('What was said.') },
    {
      task: text('`transcribe` or `translate`.'),
      language: text('The language that is spoken.'),
      duration: number('How long the recording is, in seconds.'),
      words: list(
        object({ word: text('The word.'), ...times }),
        'Every word with its times, where asked for.',
      ),
      segments: list(object({ text: text('What was said.'), ...times }), 'Every segment with its times.'),
      usage: object(
        {},
        {
          type: text('`tokens` or `duration`.'),
          seconds: number('Seconds that were heard.'),
          input_tokens: integer('Tokens heard.'),
          output_tokens: integer('Tokens written.'),
          total_tokens: integer('Both together.'),
        },
      ),
    },
    'With `verbose_json` all of it; with `json` the text and the usage.',
  ),
  TranscriptEvent: object(
    { type: word('What it is.', ['transcript.text.delta', 'transcript.text.done']) },
    { delta: text('More text.'), text: text('The whole text.') },
    'The data of one event.',
  ),
};
