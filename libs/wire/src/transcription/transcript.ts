import {
  type JsonObject,
  type Transcript,
  type TranscriptFormat,
  type TranscriptSegment,
  type TranscriptionRequest,
} from '#canonical';
import { getRecords, toNumber, toText } from '../openai-dialect/json-members.js';
import { badResponse } from '../operations/response-errors.js';
import { encodeTranscriptionUsage, readTranscriptionUsage } from './transcription-usage.js';
import { definedMembers } from '../validation/json-values.js';

type TranscriptSettings = Pick<
  TranscriptionRequest,
  'task' | 'format' | 'language' | 'temperature' | 'granularities'
>;

/** Clients parse a response as JSON if its content type says so, so text formats have other types. */
export const TRANSCRIPT_CONTENT_TYPES: Record<TranscriptFormat, string> = {
  json: 'application/json',
  verbose_json: 'application/json',
  diarized_json: 'application/json',
  text: 'text/plain; charset=utf-8',
  srt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

/** Encodes a transcript in the requested format. Speakers are not identified. */
export function encodeTranscript(transcript: Transcript, settings: TranscriptSettings): string {
  switch (settings.format) {
    case 'text':
      return `${transcript.text}\n`;
    case 'srt':
      return encodeSrt(getSegments(transcript));
    case 'vtt':
      return encodeVtt(getSegments(transcript));
    case 'verbose_json':
      return JSON.stringify(encodeVerbose(transcript, settings));
    case 'json':
    case 'diarized_json':
      return JSON.stringify(encodePlain(transcript));
  }
}

function encodePlain({ text, usage }: Transcript): JsonObject {
  return definedMembers({ text, usage: usage && encodeTranscriptionUsage(usage) });
}

function encodeVerbose(transcript: Transcript, settings: TranscriptSettings): JsonObject {
  const { granularities = [] } = settings;
  const duration = getDuration(transcript);
  const hasSegments = granularities.length === 0 || granularities.includes('segment');
  return definedMembers({
    task: settings.task,
    language: transcript.language ?? settings.language ?? '',
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
      ? getSegments(transcript).map((segment, id) => encodeVerboseSegment(segment, id, settings.temperature))
      : undefined,
    usage: { type: 'duration', seconds: Math.ceil(duration) },
  });
}

/** Clients require every key, including values that only the model knows. */
function encodeVerboseSegment(
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

/** Without timestamps, the whole text is one segment. */
function getSegments(transcript: Transcript): readonly TranscriptSegment[] {
  if (transcript.segments !== undefined) return transcript.segments;
  const { text } = transcript;
  return text === '' ? [] : [{ startSeconds: 0, endSeconds: getDuration(transcript), text }];
}

function getDuration({ durationSeconds, segments, usage }: Transcript): number {
  return durationSeconds ?? usage?.audioSeconds ?? segments?.at(-1)?.endSeconds ?? 0;
}

/** Decodes a transcript in any of the JSON formats. */
export function decodeTranscript(body: JsonObject): Transcript {
  const { text, language, duration, segments } = body;
  if (typeof text !== 'string') throw badResponse();
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

/** SubRip: numbered cues, with a comma before the milliseconds. */
export function encodeSrt(segments: readonly TranscriptSegment[]): string {
  return segments.map((segment, index) => `${index + 1}\n${getCue(segment, ',')}\n\n`).join('');
}

/** WebVTT: a header, and a point before the milliseconds. */
function encodeVtt(segments: readonly TranscriptSegment[]): string {
  return `WEBVTT\n\n${segments.map((segment) => `${getCue(segment, '.')}\n\n`).join('')}`;
}

/** Removes blank lines, which would end the cue, and arrows, which would start another. */
function getCue({ startSeconds, endSeconds, text }: TranscriptSegment, point: string): string {
  const times = `${getTime(startSeconds, point)} --> ${getTime(Math.max(startSeconds, endSeconds), point)}`;
  const lines = text.split('\n').map((line) => line.trim());
  const cue = lines.filter((line) => line !== '').join('\n');
  return `${times}\n${cue.replaceAll('-->', '->')}`;
}

/** Hours (possibly more than 23), minutes, seconds and milliseconds. */
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
