import { asList, type Fields } from '../fields.js';
import { bytesFrom } from '../made-up/pseudo-random.js';
import type { NativeAnswer } from '../service.js';
import { wholeAnswer } from '../whole-answer.js';
import { parseWords } from '../scenarios/words.js';
import type { Transcribed } from './transcribed.js';
import { getSrt, getVtt } from './subtitles.js';
import { timedSentences, timedWords } from './timings.js';

/** A response without streaming, in the requested format. */
export function formatted(transcribed: Transcribed, fields: Fields): NativeAnswer {
  const { text, durationSeconds, usage } = transcribed;
  const sentences = timedSentences(text, durationSeconds);
  switch (fields.response_format) {
    case 'text':
      return wholeAnswer(`${text}\n`, { contentType: 'text/plain; charset=utf-8' });
    case 'srt':
      return wholeAnswer(getSrt(sentences), { contentType: 'text/plain' });
    case 'vtt':
      return wholeAnswer(getVtt(sentences), { contentType: 'text/vtt' });
    case 'verbose_json':
      return wholeAnswer(buildVerbose(transcribed, asList(fields['timestamp_granularities[]'])));
    case 'diarized_json':
      return wholeAnswer({
        task: 'transcribe',
        duration: durationSeconds,
        text,
        segments: buildSpeakers(transcribed, fields),
        usage,
      });
    default: {
      const logprobs = wantsLogprobs(fields) && { logprobs: parseWords(text).map(buildLogprob) };
      return wholeAnswer({ text, ...logprobs, usage });
    }
  }
}

export function wantsLogprobs(fields: Fields): boolean {
  return asList(fields['include[]']).includes('logprobs');
}

export function buildLogprob(token: string): object {
  return { token, logprob: -bytesFrom(token, 1).readUInt8() / 256, bytes: [...Buffer.from(token)] };
}

/** Assigns the text to speakers, who alternate. */
export function buildSpeakers(
  { text, durationSeconds }: Transcribed,
  fields: Fields,
): { id: string; text: string }[] {
  const known = asList(fields['known_speaker_names[]']).map(String);
  const names = known.length > 0 ? known : ['A', 'B'];
  return timedSentences(text, durationSeconds).map((sentence, index) => ({
    type: 'transcript.text.segment',
    id: `seg_${index + 1}`,
    start: sentence.start,
    end: sentence.end,
    text: sentence.text,
    speaker: names[index % names.length],
  }));
}

function buildVerbose(
  { task, language, text, durationSeconds, usage }: Transcribed,
  details: readonly unknown[],
): object {
  const hasSegments = details.length === 0 || details.includes('segment');
  return {
    task,
    language,
    duration: durationSeconds,
    text,
    ...(details.includes('word') && {
      words: timedWords(text, durationSeconds).map(({ text: word, start, end }) => ({ word, start, end })),
    }),
    ...(hasSegments && { segments: buildSegments(text, durationSeconds) }),
    usage,
  };
}

function buildSegments(text: string, durationSeconds: number): object[] {
  return timedSentences(text, durationSeconds).map((sentence, id) => ({
    id,
    seek: 0,
    start: sentence.start,
    end: sentence.end,
    text: ` ${sentence.text}`,
    tokens: [...bytesFrom(sentence.text, 4)],
    temperature: 0,
    avg_logprob: -0.25,
    compression_ratio: 1.5,
    no_speech_prob: 0.01,
  }));
}
