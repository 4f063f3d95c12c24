import { type Transcript, type TranscriptionRequest } from '#canonical';
import { encodeTranscript, encodeTypedEvent } from '#wire';
import { splitSpacedWords } from '../spaced-words.js';
import { type Transcription } from './transcription.js';

const SPEAKER = 'A';

/** A complete response in the requested format. */
export function encodeTranscriptBody(transcription: Transcription, request: TranscriptionRequest): Buffer {
  if (request.format !== 'diarized_json')
    return Buffer.from(encodeTranscript(toTranscript(transcription), request));
  const { text, durationSeconds: duration } = transcription;
  const diarized = {
    task: 'transcribe',
    duration,
    text,
    segments: toSpeakerSegments(transcription),
    usage: toUsage(transcription),
  };
  return Buffer.from(JSON.stringify(diarized));
}

/** The response as events: one per word, then the speaker segments if requested, then the whole text. */
export function encodeTranscriptEvents(
  transcription: Transcription,
  { format }: TranscriptionRequest,
): Buffer[] {
  const { words, rest } = splitSpacedWords(transcription.text);
  const deltas = words.map((word, index) => ({
    type: 'transcript.text.delta',
    delta: index === words.length - 1 ? word + rest : word,
  }));
  const done = { type: 'transcript.text.done', text: transcription.text, usage: toUsage(transcription) };
  const speakerSegments = format === 'diarized_json' ? toSpeakerSegments(transcription) : [];
  return [...deltas, ...speakerSegments, done].map((event) => Buffer.from(encodeTypedEvent(event)));
}

function toTranscript({ text, language, durationSeconds, segments, words }: Transcription): Transcript {
  return {
    text,
    language,
    durationSeconds,
    segments: segments.map(({ start, end, text: segmentText }) => ({
      startSeconds: start,
      endSeconds: end,
      text: segmentText,
    })),
    words: words.map(({ word, start, end }) => ({ word, startSeconds: start, endSeconds: end })),
    usage: { inputTokens: 0, outputTokens: 0, audioSeconds: durationSeconds },
  };
}

/** All segments have the same speaker. */
function toSpeakerSegments({ segments }: Transcription): { type: string; id: string; text: string }[] {
  return segments.map(({ start, end, text }, index) => ({
    type: 'transcript.text.segment',
    id: `seg_${index + 1}`,
    start,
    end,
    text,
    speaker: SPEAKER,
  }));
}

function toUsage({ durationSeconds }: Transcription): { type: string; seconds: number } {
  return { type: 'duration', seconds: Math.ceil(durationSeconds) };
}
