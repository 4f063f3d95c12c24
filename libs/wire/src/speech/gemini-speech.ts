import { GatewayError, type SpeechRequest, type Usage, withoutTrailing } from '#canonical';
import { getRecord } from '../openai-dialect/json-members.js';
import { badAnswer } from '../operations/answer-errors.js';
import { readGeminiAnswer } from '../operations/gemini-answer.js';
import { type UpstreamOperation } from '../operations/operation-format.js';
import { type Samples, decodeWav, encodeWav } from './wav.js';

const USUAL_RATE_HZ = 24_000;

interface Speech {
  audio: Buffer;
  contentType: string;
  usage?: Usage;
}

interface Blob {
  mediaType: string;
  bytes: Buffer;
}

/** A voice of Gemini for each of OpenAI's that is most like it. */
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

/** `generateContent` of a model that answers in audio: bare samples, or a WAV file. */
export const geminiSpeech: UpstreamOperation<SpeechRequest, Speech> = {
  encodeRequest({ text, instructions, voice, format, speed = 1 }) {
    refuseCompressed(format);
    const voiceConfig = { prebuiltVoiceConfig: { voiceName: geminiVoice(voice) } };
    const body = {
      contents: [{ role: 'user', parts: [{ text: directed(text, instructions) }] }],
      generationConfig: { responseModalities: ['AUDIO'], speechConfig: { voiceConfig } },
    };
    const reason = 'the upstream speaks at a speed of its own';
    return { body, lost: speed === 1 ? [] : [{ field: 'speed', reason }] };
  },

  decodeResponse(body, { format }) {
    const { parts, usage } = readGeminiAnswer(body);
    const blobs = parts.flatMap(getAudio);
    const [first] = blobs;
    if (first === undefined) throw badAnswer();
    const samples = buildSamples(first, blobs);
    if (format === 'pcm') return { audio: samples.bytes, contentType: pcmType(samples), usage };
    return { audio: encodeWav(samples), contentType: 'audio/wav', usage };
  },
};

function refuseCompressed(format: SpeechRequest['format']): void {
  if (format === undefined || format === 'wav' || format === 'pcm') return;
  throw new GatewayError(
    'unsupported-parameter',
    `The model that was chosen speaks in wav and pcm only, not in ${format}.`,
    { param: 'format', code: 'unsupported_value' },
  );
}

/** Directions stand before the text, as in `Say cheerfully: Have a wonderful day!` */
function directed(text: string, instructions = ''): string {
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
  if (!/^audio\/(l16|pcm)\b/.test(first.mediaType)) throw badAnswer();
  const [, rate = USUAL_RATE_HZ] = /;\s*rate=(\d+)/.exec(first.mediaType) ?? [];
  const bytes = Buffer.concat(blobs.map((blob) => blob.bytes));
  if (bytes.length === 0) throw badAnswer();
  return { bytes, rateHz: Number(rate), channels: 1 };
}

/** Clients take samples to be of the usual rate unless they are told. */
function pcmType({ rateHz }: Samples): string {
  return rateHz === USUAL_RATE_HZ ? 'audio/pcm' : `audio/pcm;rate=${rateHz}`;
}

/** Every other name is the service's own, or one that it will refuse. */
function geminiVoice(voice: string): string {
  const name = voice.toLowerCase();
  return Object.hasOwn(VOICES, name) ? (VOICES[name] ?? voice) : voice;
}
