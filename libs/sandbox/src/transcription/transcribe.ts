import { AUDIO_HEAD_BYTES, type AudioType, audioTypeOf, flacSeconds } from './audio-type.js';
import { withSource } from './byte-source.js';
import { refuseFile } from './refuse-file.js';
import { transcribeWav } from './transcribe-wav.js';
import { type Transcription } from './transcription.js';

/** Listens to a recording, given as its bytes or as the path of a file, which is never held whole. */
export async function transcribe(recording: Uint8Array | string): Promise<Transcription> {
  return withSource(recording, async (source) => {
    const head = await source.read(0, AUDIO_HEAD_BYTES);
    const type = audioTypeOf(head);
    if (type === undefined) {
      throw refuseFile('The file is no recording that is known here: WAV, MP3, Ogg, FLAC, M4A, WebM or AAC.');
    }
    if (type === 'WAV') return transcribeWav(source);
    return describe(type, source.sizeBytes, type === 'FLAC' ? flacSeconds(head) : 0);
  });
}

function describe(type: AudioType, sizeBytes: number, durationSeconds: number): Transcription {
  return {
    text: `[${type} recording of ${sizeBytes} bytes; the sandbox listens to WAV only]`,
    language: 'english',
    durationSeconds,
    segments: [],
    words: [],
  };
}
