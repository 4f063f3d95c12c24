import {
  type JsonObject,
  type Transcript,
  type TranscriptFormat,
  type TranscriptSegment,
  type TranscriptionRequest,
} from '#canonical';
import { definedMembers } from '../openai-dialect/defined-members.js';
import { encodeSrt, encodeVtt } from './subtitles.js';
import { encodeTranscriptionUsage } from './transcription-usage.js';

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
