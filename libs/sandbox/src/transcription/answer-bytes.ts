import { type Transcript, type TranscriptionRequest } from '#canonical';
import { encodeTranscript, encodeTypedEvent } from '#wire';
import { spacedWords } from '../spaced-words.js';
import { type Transcription } from './transcription.js';

const SPEAKER = 'A';

/** A whole answer in the format that was asked for. */
export function transcriptBytes(transcribed: Transcription, asked: TranscriptionRequest): Buffer {
  if (asked.format !== 'diarized_json')
    return Buffer.from(encodeTranscript(asTranscript(transcribed), asked));
  const { text, durationSeconds: duration } = transcribed;
  const diarized = {
    task: 'transcribe',
    duration,
    text,
    segments: toTurns(transcribed),
    usage: toUsage(transcribed),
  };
  return Buffer.from(JSON.stringify(diarized));
}

/** The same as events: a word in each, then whose turn it was where that is asked, then all of it. */
export function transcriptEvents(transcribed: Transcription, { format }: TranscriptionRequest): Buffer[] {
  const { words, rest } = spacedWords(transcribed.text);
  const deltas = words.map((word, index) => ({
    type: 'transcript.text.delta',
    delta: index === words.length - 1 ? word + rest : word,
  }));
  const done = { type: 'transcript.text.done', text: transcribed.text, usage: toUsage(transcribed) };
  const turns = format === 'diarized_json' ? toTurns(transcribed) : [];
  return [...deltas, ...turns, done].map((event) => Buffer.from(encodeTypedEvent(event)));
}

function asTranscript({ text, language, durationSeconds, segments, words }: Transcription): Transcript {
  return {
    text,
    language,
    durationSeconds,
    segments: segments.map(({ start, end, text: said }) => ({
      startSeconds: start,
      endSeconds: end,
      text: said,
    })),
    words: words.map(({ word, start, end }) => ({ word, startSeconds: start, endSeconds: end })),
    usage: { inputTokens: 0, outputTokens: 0, audioSeconds: durationSeconds },
  };
}

/** It hears one voice only. */
function toTurns({ segments }: Transcription): { type: string; id: string; text: string }[] {
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
