import { type JsonObject, type Transcript } from '#canonical';
import { toNumber, getRecords, toText } from '../openai-dialect/json-reading.js';
import { badAnswer } from '../operations/bad-answer.js';
import { readTranscriptionUsage } from './transcription-usage.js';

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
