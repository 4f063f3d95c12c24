import { PCM_RATE } from '../realtime/pcm.js';
import { type SpeechFormat } from './speech-request.js';

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/ogg': 'opus',
  'audio/opus': 'opus',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
};

const HEADER_BYTES = 44;
const PCM_FORMAT = 1;
const BITS_PER_SAMPLE = 16;

/** A file that browsers can play: PCM gets a WAV header. */
export async function toSpeechFile(audio: Blob, format: SpeechFormat | undefined): Promise<File> {
  if (format === 'pcm') {
    const pcm = new Uint8Array(await audio.arrayBuffer());
    return new File([toWav(pcm, PCM_RATE)], 'speech.wav', { type: 'audio/wav' });
  }
  const [mediaType = ''] = audio.type.split(';');
  return new File([audio], `speech.${EXTENSIONS[mediaType] ?? format ?? 'audio'}`, { type: mediaType });
}

/** Adds a WAV header to 16-bit mono PCM. */
export function toWav(pcm: Uint8Array, rate: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + pcm.length);
  const view = new DataView(file.buffer);
  const writeText = (offset: number, text: string) => file.set(new TextEncoder().encode(text), offset);
  writeText(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + pcm.length, true);
  writeText(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, PCM_FORMAT, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, (rate * BITS_PER_SAMPLE) / 8, true);
  view.setUint16(32, BITS_PER_SAMPLE / 8, true);
  view.setUint16(34, BITS_PER_SAMPLE, true);
  writeText(36, 'data');
  view.setUint32(40, pcm.length, true);
  file.set(pcm, HEADER_BYTES);
  return file;
}
