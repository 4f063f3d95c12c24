import { SPEECH_SOFTWARE } from '../speech/encode-wav.js';
import { type ByteSource, withSource } from './byte-source.js';
import { measureLevels } from './frame-levels.js';
import { placeWords } from './place-words.js';
import { type TimeSpan, findSpeech } from './speech-segments.js';
import { type Transcription } from './transcription.js';
import { type WavLayout, readWavLayout, buildFileError } from './wav-layout.js';

/** Transcribes a recording, given as its bytes or as the path of a file, which is read in parts. */
export async function transcribe(recording: Uint8Array | string): Promise<Transcription> {
  return withSource(recording, async (source) => {
    const head = await source.read(0, AUDIO_HEAD_BYTES);
    const type = detectAudioType(head);
    if (type === undefined) {
      throw buildFileError('The file is not a supported audio file: WAV, MP3, Ogg, FLAC, M4A, WebM or AAC.');
    }
    if (type === 'WAV') return transcribeWav(source);
    return describeUnsupported(type, source.sizeBytes, type === 'FLAC' ? readFlacDuration(head) : 0);
  });
}

function describeUnsupported(type: AudioType, sizeBytes: number, durationSeconds: number): Transcription {
  return {
    text: `[${type} recording of ${sizeBytes} bytes; the sandbox transcribes WAV only]`,
    language: 'english',
    durationSeconds,
    segments: [],
    words: [],
  };
}

/** Recordings of the sandbox contain their text. For others, only the times of speech are returned. */
export async function transcribeWav(source: ByteSource): Promise<Transcription> {
  const layout = await readWavLayout(source);
  const durationSeconds = getDuration(layout);
  const spans = findSpeech(await measureLevels(source, layout)).map(({ start, end }) => ({
    start,
    end: Math.min(end, durationSeconds),
  }));
  const spoken = getSpokenText(layout);
  const transcript =
    spoken === undefined
      ? describeSpans(spans, durationSeconds)
      : placeKnownText(spoken, spans, durationSeconds);
  return { language: 'english', durationSeconds, ...transcript };
}

type TimedTranscript = Pick<Transcription, 'text' | 'segments' | 'words'>;

function getDuration({ format, dataBytes }: WavLayout): number {
  return Math.floor(dataBytes / (format.channels * format.sampleBytes)) / format.sampleRateHz;
}

function getSpokenText({ tags }: WavLayout): string | undefined {
  return tags.get('ISFT') === SPEECH_SOFTWARE ? tags.get('ICMT') : undefined;
}

function placeKnownText(text: string, spans: readonly TimeSpan[], durationSeconds: number): TimedTranscript {
  const places = spans.length > 0 ? spans : [{ start: 0, end: durationSeconds }];
  return { text, ...placeWords(text, places) };
}

function describeSpans(spans: readonly TimeSpan[], durationSeconds: number): TimedTranscript {
  const segments = spans.map(({ start, end }) => ({
    start: Math.round(start * 1000) / 1000,
    end: Math.round(end * 1000) / 1000,
    text: `[speech ${start.toFixed(2)}–${end.toFixed(2)} s]`,
  }));
  const text = segments.map((segment) => segment.text).join(' ');
  return { text: text === '' ? `[no speech in ${durationSeconds.toFixed(2)} s]` : text, segments, words: [] };
}

/** The container or codec of an audio file, detected from its first bytes. */
type AudioType = 'WAV' | 'MP3' | 'Ogg' | 'FLAC' | 'M4A' | 'WebM' | 'AAC';

const AUDIO_HEAD_BYTES = 64;

function detectAudioType(head: Buffer): AudioType | undefined {
  const hasText = (start: number, text: string): boolean =>
    head.toString('latin1', start, start + text.length) === text;
  if (hasText(0, 'RIFF') && hasText(8, 'WAVE')) return 'WAV';
  if (hasText(0, 'fLaC')) return 'FLAC';
  if (hasText(0, 'OggS')) return 'Ogg';
  if (hasText(4, 'ftyp')) return 'M4A';
  if (hasText(0, '\u001aE\u00df\u00a3')) return 'WebM';
  if (hasText(0, 'ID3')) return 'MP3';
  return detectFramedType(head);
}

/** A stream without a header starts with a frame: eleven or twelve bits set, then the layer. */
function detectFramedType(head: Buffer): AudioType | undefined {
  const [first = 0, second = 0] = head;
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return undefined;
  if ((second & 0xf6) === 0xf0) return 'AAC';
  const isLayerKnown = (second & 0x06) !== 0;
  return isLayerKnown ? 'MP3' : undefined;
}

/** The first block of a FLAC file contains the number of samples and the sample rate. */
function readFlacDuration(head: Buffer): number {
  if (head.length < 26) return 0;
  const sampleRateHz = head.readUIntBE(18, 3) >>> 4;
  const samples = ((head[21] ?? 0) & 0x0f) * 2 ** 32 + head.readUInt32BE(22);
  return sampleRateHz === 0 ? 0 : samples / sampleRateHz;
}
