import { type SpeechRequest } from '#canonical';
import { type ClientOperation } from '../operations/operation-format.js';
import { decodeSpeechRequest } from './decode-speech-request.js';

export { geminiSpeech } from './gemini-speech.js';
export { createSpeechTap, encodeSpeechEvents } from './speech-events.js';

/** `POST /v1/audio/speech`. Its response is not JSON. */
export const openAiSpeechClient: Pick<
  ClientOperation<SpeechRequest, never>,
  'decodeRequest' | 'fieldNames'
> = {
  decodeRequest: decodeSpeechRequest,
  fieldNames: { text: 'input', format: 'response_format', delivery: 'stream_format' },
};
