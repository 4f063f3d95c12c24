import { SPEECH_SOFTWARE } from '../speech/encode-wav.js';
import { type ByteSource } from './byte-source.js';
import { measureLevels } from './frame-levels.js';
import { placeWords } from './place-words.js';
import { findSpeech, type TimeSpan } from './speech-segments.js';
import { type Transcription } from './transcription.js';
import { readWavLayout, type WavLayout } from './wav-layout.js';

/** What the sandbox said itself it knows word for word; of anything else it says where it heard something. */
export async function transcribeWav(source: ByteSource): Promise<Transcription> {
  const layout = await readWavLayout(source);
  const durationSeconds = durationOf(layout);
  const spans = findSpeech(await measureLevels(source, layout)).map(({ start, end }) => ({
    start,
    end: Math.min(end, durationSeconds),
  }));
  const spoken = spokenText(layout);
  const found =
    spoken === undefined ? describeSpans(spans, durationSeconds) : knownText(spoken, spans, durationSeconds);
  return { language: 'english', durationSeconds, ...found };
}

type Found = Pick<Transcription, 'text' | 'segments' | 'words'>;

function durationOf({ format, dataBytes }: WavLayout): number {
  return Math.floor(dataBytes / (format.channels * format.sampleBytes)) / format.sampleRateHz;
}

function spokenText({ tags }: WavLayout): string | undefined {
  return tags.get('ISFT') === SPEECH_SOFTWARE ? tags.get('ICMT') : undefined;
}

function knownText(text: string, spans: readonly TimeSpan[], durationSeconds: number): Found {
  const places = spans.length > 0 ? spans : [{ start: 0, end: durationSeconds }];
  return { text, ...placeWords(text, places) };
}

function describeSpans(spans: readonly TimeSpan[], durationSeconds: number): Found {
  const segments = spans.map(({ start, end }) => ({
    start: Math.round(start * 1000) / 1000,
    end: Math.round(end * 1000) / 1000,
    text: `[speech ${start.toFixed(2)}–${end.toFixed(2)} s]`,
  }));
  const text = segments.map((segment) => segment.text).join(' ');
  return { text: text === '' ? `[no speech in ${durationSeconds.toFixed(2)} s]` : text, segments, words: [] };
}
