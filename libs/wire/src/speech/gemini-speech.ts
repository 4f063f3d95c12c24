import { GatewayError, type SpeechRequest, type Usage, withoutTrailing } from '#canonical';
import { getRecord } from '../openai-dialect/json-members.js';
import { badResponse } from '../operations/response-errors.js';
import { readGeminiResponse } from '../operations/gemini-response.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { type Samples, decodeWav, encodeWav } from './wav.js';

const DEFAULT_RATE_HZ = 24_000;

interface Speech {
  audio: Buffer;
  contentType: string;
  usage?: Usage;
}

interface Blob {
  mediaType: string;
  bytes: Buffer;
}

/** The most similar Gemini voice for each of OpenAI's. */
const VOICES: Readonly<Record<string, string>> = {
  alloy: 'Kore',
  ash: 'Orus',
  ballad: 'Algieba',
  cedar: 'Charon',
  coral: 'Aoede',
  echo: 'Puck',
  fable: 'Sadaltager',
  marin: 'Sulafat',
  nova: 'Zephyr',
  onyx: 'Algenib',
  sage: 'Vindemiatrix',
  shimmer: 'Leda',
  verse: 'Fenrir',
};

/** `generateContent` of a speech model. It returns raw samples or a WAV file. */
export const geminiSpeech: UpstreamOperation<SpeechRequest, Speech> = {
  encodeRequest({ text, instructions, voice, format, speed = 1 }) {
    refuseCompressed(format);
    const voiceConfig = { prebuiltVoiceConfig: { voiceName: toGeminiVoice(voice) } };
    const body = {
      contents: [{ role: 'user', parts: [{ text: addInstructions(text, instructions) }] }],
      generationConfig: { responseModalities: ['AUDIO'], speechConfig: { voiceConfig } },
    };
    const reason = 'the provider does not support a speed';
    return { body, lost: speed === 1 ? [] : [{ field: 'speed', reason }] };
  },

  decodeResponse(body, { format }) {
    const { parts, usage } = readGeminiResponse(body);
    const blobs = parts.flatMap(getAudio);
    const [first] = blobs;
    if (first === undefined) throw badResponse();
    const samples = buildSamples(first, blobs);
    if (format === 'pcm') return { audio: samples.bytes, contentType: getPcmContentType(samples), usage };
    return { audio: encodeWav(samples), contentType: 'audio/wav', usage };
  },
};

function refuseCompressed(format: SpeechRequest['format']): void {
  if (format === undefined || format === 'wav' || format === 'pcm') return;
  throw new GatewayError(
    'unsupported-parameter',
    `The selected model supports the formats wav and pcm, not ${format}.`,
    { param: 'format', code: 'unsupported_value' },
  );
}

/** Instructions precede the text, as in `Say cheerfully: Have a wonderful day!` */
function addInstructions(text: string, instructions = ''): string {
  const direction = withoutTrailing(instructions.trim(), '.:');
  return direction === '' ? text : `${direction}: ${text}`;
}

function getAudio({ inlineData }: Record<string, unknown>): Blob[] {
  const { mimeType, data } = getRecord(inlineData) ?? {};
  if (typeof mimeType !== 'string' || typeof data !== 'string' || !/^audio\//i.test(mimeType)) return [];
  return [{ mediaType: mimeType.toLowerCase(), bytes: Buffer.from(data, 'base64') }];
}

function buildSamples(first: Blob, blobs: readonly Blob[]): Samples {
  if (/^audio\/(x-)?wave?\b/.test(first.mediaType)) return decodeWav(first.bytes);
  if (!/^audio\/(l16|pcm)\b/.test(first.mediaType)) throw badResponse();
  const [, rate = DEFAULT_RATE_HZ] = /;\s*rate=(\d+)/.exec(first.mediaType) ?? [];
  const bytes = Buffer.concat(blobs.map((blob) => blob.bytes));
  if (bytes.length === 0) throw badResponse();
  return { bytes, rateHz: Number(rate), channels: 1 };
}

/** Clients assume the default rate unless the content type has another. */
function getPcmContentType({ rateHz }: Samples): string {
  return rateHz === DEFAULT_RATE_HZ ? 'audio/pcm' : `audio/pcm;rate=${rateHz}`;
}

/** Other names are the service's own voices, or it refuses them. */
function toGeminiVoice(voice: string): string {
  const name = voice.toLowerCase();
  return Object.hasOwn(VOICES, name) ? (VOICES[name] ?? voice) : voice;
}
