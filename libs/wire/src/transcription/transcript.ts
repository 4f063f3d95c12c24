import {
  type JsonObject,
  type Transcript,
  type TranscriptFormat,
  type TranscriptSegment,
  type TranscriptionRequest,
} from '#canonical';
import { getRecords, toNumber, toText } from '../openai-dialect/json-members.js';
import { badAnswer } from '../operations/answer-errors.js';
import { encodeTranscriptionUsage, readTranscriptionUsage } from './transcription-usage.js';
import { definedMembers } from '../validation/json-values.js';

type Asked = Pick<TranscriptionRequest, 'task' | 'format' | 'language' | 'temperature' | 'granularities'>;

/** Clients take a text for JSON where its type says so; none of these does. */
export const TRANSCRIPT_CONTENT_TYPES: Record<TranscriptFormat, string> = {
  json: 'application/json',
  verbose_json: 'application/json',
  diarized_json: 'application/json',
  text: 'text/plain; charset=utf-8',
  srt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** A transcript in the format that was asked for. Who speaks is not known here. */
export function encodeTranscript(transcript: Transcript, asked: Asked): string {
  switch (asked.format) {
    case 'text':
      return `${transcript.text}\n`;
    case 'srt':
      return encodeSrt(getSegments(transcript));
    case 'vtt':
      return encodeVtt(getSegments(transcript));
    case 'verbose_json':
      return JSON.stringify(verbose(transcript, asked));
    case 'json':
    case 'diarized_json':
      return JSON.stringify(plain(transcript));
  }
}

function plain({ text, usage }: Transcript): JsonObject {
  return definedMembers({ text, usage: usage && encodeTranscriptionUsage(usage) });
}

function verbose(transcript: Transcript, asked: Asked): JsonObject {
  const { granularities = [] } = asked;
  const duration = getDuration(transcript);
  const hasSegments = granularities.length === 0 || granularities.includes('segment');
  return definedMembers({
    task: asked.task,
    language: transcript.language ?? asked.language ?? '',
    duration,
    text: transcript.text,
    words: granularities.includes('word')
      ? transcript.words?.map(({ word, startSeconds, endSeconds }) => ({
          word,
          start: startSeconds,
          end: endSeconds,
        }))
      : undefined,
    segments: hasSegments
      ? getSegments(transcript).map((segment, id) => verboseSegment(segment, id, asked.temperature))
      : undefined,
    usage: { type: 'duration', seconds: Math.ceil(duration) },
  });
}

/** Clients want every key, also of what only the model that listened could know. */
function verboseSegment(
  { startSeconds, endSeconds, text }: TranscriptSegment,
  id: number,
  temperature = 0,
): JsonObject {
  return {
    id,
    seek: 0,
    start: startSeconds,
    end: endSeconds,
    text,
    tokens: [],
    temperature,
    avg_logprob: 0,
    compression_ratio: 1,
    no_speech_prob: 0,
  };
}

/** Without times, all that was said is one segment. */
function getSegments(transcript: Transcript): readonly TranscriptSegment[] {
  if (transcript.segments !== undefined) return transcript.segments;
  const { text } = transcript;
  return text === '' ? [] : [{ startSeconds: 0, endSeconds: getDuration(transcript), text }];
}

function getDuration({ durationSeconds, segments, usage }: Transcript): number {
  return durationSeconds ?? usage?.audioSeconds ?? segments?.at(-1)?.endSeconds ?? 0;
}

/** A transcript in any of the kinds of JSON that it comes in. */
export function decodeTranscript(body: JsonObject): Transcript {
  const { text, language, duration, segments } = body;
  if (typeof text !== 'string') throw badAnswer();
  return {
    text,
    usage: readTranscriptionUsage(body),
    ...(typeof language === 'string' ? { language } : {}),
    ...(typeof duration === 'number' ? { durationSeconds: duration } : {}),
    ...(Array.isArray(segments)
      ? {
          segments: getRecords(segments).map((segment) => ({
            startSeconds: toNumber(segment['start']) ?? 0,
            endSeconds: toNumber(segment['end']) ?? 0,
            text: toText(segment['text']),
          })),
        }
      : {}),
  };
}

/** SubRip: numbered, and with a comma before the milliseconds. */
export function encodeSrt(segments: readonly TranscriptSegment[]): string {
  return segments.map((segment, index) => `${index + 1}\n${getCue(segment, ',')}\n\n`).join('');
}

/** WebVTT: a title, and with a point before the milliseconds. */
function encodeVtt(segments: readonly TranscriptSegment[]): string {
  return `WEBVTT\n\n${segments.map((segment) => `${getCue(segment, '.')}\n\n`).join('')}`;
}

/** A blank line would end the cue, and an arrow begin another. */
function getCue({ startSeconds, endSeconds, text }: TranscriptSegment, point: string): string {
  const times = `${getTime(startSeconds, point)} --> ${getTime(Math.max(startSeconds, endSeconds), point)}`;
  const lines = text.split('\n').map((line) => line.trim());
  const cue = lines.filter((line) => line !== '').join('\n');
  return `${times}\n${cue.replaceAll('-->', '->')}`;
}

/** Hours, of which there may be more than a day's, minutes, seconds and milliseconds. */
function getTime(seconds: number, point: string): string {
  const milliseconds = Math.round(seconds * 1000);
  const clock = [3_600_000, 60_000, 1000].map((unit, index) =>
    pad(Math.floor(milliseconds / unit) % (index === 0 ? Infinity : 60), 2),
  );
  return `${clock.join(':')}${point}${pad(milliseconds % 1000, 3)}`;
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}
