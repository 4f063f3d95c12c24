import { PCM_RATE } from '../realtime/pcm.js';
import { type SpeechFormat } from './speech-request.js';
import { getWav } from './wav.js';

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

/** Speech as a file that a browser plays: bare PCM is given a header. */
export async function spokenFile(audio: Blob, format: SpeechFormat | undefined): Promise<File> {
  if (format === 'pcm') {
    const pcm = new Uint8Array(await audio.arrayBuffer());
    return new File([getWav(pcm, PCM_RATE)], 'speech.wav', { type: 'audio/wav' });
  }
  const [mediaType = ''] = audio.type.split(';');
  return new File([audio], `speech.${EXTENSIONS[mediaType] ?? format ?? 'audio'}`, { type: mediaType });
}
