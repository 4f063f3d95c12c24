import {
  type FinishReason,
  type GatewayError,
  type JsonObject,
  type Lost,
  type StreamPart,
  type Transcript,
  type TranscriptionRequest,
  type Usage,
} from '#canonical';
import { type SseBlock } from '#sse';
import { GeminiStreamDecoder } from '../gemini-generate-content/decode-answer.js';
import { getRecord, getRecords, toNumber, toText } from '../openai-dialect/json-members.js';
import { badAnswer, contentDeclined } from '../operations/answer-errors.js';
import { readGeminiAnswer } from '../operations/gemini-answer.js';
import { type EncodedRequest } from '../operations/operation-format.js';
import { encodeTypedError } from '../operations/typed-event-tap.js';
import { encodeTranscriptDelta, encodeTranscriptDone } from './transcript-events.js';
import { definedMembers } from '../validation/json-values.js';

/** What a request may hold besides its text; the service takes no more than 20 MB, and base64 grows by a third. */
export const GEMINI_MAX_AUDIO_BYTES = 14 * 2 ** 20;

const TIMED_SCHEMA = {
  type: 'OBJECT',
  properties: {
    language: {
      type: 'STRING',
      description: 'The language that is spoken, by its English name in lower case.',
    },
    segments: {
      type: 'ARRAY',
      items: {
        type: 'OBJECT',
        properties: {
          start: { type: 'NUMBER', description: 'Seconds from the beginning of the recording.' },
          end: { type: 'NUMBER', description: 'Seconds from the beginning of the recording.' },
          text: { type: 'STRING' },
        },
        required: ['start', 'end', 'text'],
      },
    },
  },
  required: ['language', 'segments'],
};

/** `generateContent` of a model that listens: it is asked for a transcript in words. */
export function encodeGeminiTranscription(
  asked: TranscriptionRequest,
  audioBase64: string,
): EncodedRequest<TranscriptionRequest> {
  const inlineData = { mimeType: getMediaType(asked), data: audioBase64 };
  const parts: JsonObject[] = [{ inlineData }, { text: commission(asked) }];
  const body = {
    contents: [{ role: 'user', parts }],
    generationConfig: definedMembers({
      temperature: asked.temperature,
      ...(isTimed(asked) ? { responseMimeType: 'application/json', responseSchema: TIMED_SCHEMA } : {}),
    }),
  };
  return { body, lost: findLost(asked) };
}

export function decodeGeminiTranscription(body: JsonObject, asked: TranscriptionRequest): Transcript {
  const { parts, finishReason, usage } = readGeminiAnswer(body);
  // What is cut off is no transcript of the recording.
  if (finishReason !== 'STOP') throw badAnswer();
  const text = parts.map((part) => toText(part['text'])).join('');
  return { ...(isTimed(asked) ? decodeTimed(text) : { text: text.trim() }), usage };
}

/** Formats that say when something was said. */
function isTimed({ format }: TranscriptionRequest): boolean {
  return format === 'srt' || format === 'vtt' || format === 'verbose_json';
}

function commission(asked: TranscriptionRequest): string {
  const { task, language, prompt } = asked;
  const sentences = [
    task === 'translate'
      ? 'Translate everything that is said in this recording into English.'
      : 'Transcribe this recording verbatim, in the language that is spoken.',
    isTimed(asked)
      ? 'Divide it into segments of a sentence or less, each with its exact times.'
      : 'Answer with nothing but what is said: no title, no remarks, no times, no names of speakers.',
    'Where nothing is said, answer with nothing.',
    ...(language === undefined ? [] : [`The language of the recording is ${language}.`]),
    ...(prompt === undefined ? [] : [`Follow the style and the spelling of this text: ${prompt}`]),
  ];
  return sentences.join('\n');
}

/** The service knows this one by its other name. */
function getMediaType({ file: { mediaType } }: TranscriptionRequest): string {
  return mediaType === 'audio/mpeg' ? 'audio/mp3' : mediaType;
}

function findLost({ granularities = [] }: TranscriptionRequest): Lost<TranscriptionRequest>[] {
  const reason = 'the upstream does not tell the times of words';
  return granularities.includes('word') ? [{ field: 'granularities', reason }] : [];
}

function decodeTimed(json: string): Transcript {
  const answer = getRecord(parse(json));
  if (answer === undefined || !Array.isArray(answer['segments'])) throw badAnswer();
  const segments = getRecords(answer['segments']).map((segment) => ({
    startSeconds: toNumber(segment['start']) ?? 0,
    endSeconds: toNumber(segment['end']) ?? 0,
    text: toText(segment['text']).trim(),
  }));
  const language = toText(answer['language']);
  return {
    text: segments.map(({ text }) => text).join(' '),
    segments,
    ...(language === '' ? {} : { language: language.toLowerCase() }),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Makes the events of a transcript from a streamed answer of Gemini. */
export class GeminiTranscriptStream {
  readonly isTerminated = false;
  isComplete = false;
  usage: Usage | undefined;
  private text = '';
  private readonly decoder = new GeminiStreamDecoder();

  push({ event }: SseBlock): Uint8Array | undefined {
    if (event === undefined) return undefined;
    return asBytes(this.decoder.push(event).map((part) => this.read(part)));
  }

  finish(): Uint8Array | undefined {
    const rest = this.decoder.end().map((part) => this.read(part));
    return asBytes([...rest, encodeTranscriptDone(this.text, this.usage)]);
  }

  fail(error: GatewayError): string {
    return encodeTypedError(error);
  }

  private read(part: StreamPart): string {
    if (part.type === 'usage') this.usage = part.usage;
    if (part.type === 'prompt-block') throw contentDeclined();
    if (part.type === 'finish') {
      refuseUnlessWhole(part.finish);
      this.isComplete = true;
    }
    if (part.type !== 'text-delta') return '';
    this.text += part.text;
    return encodeTranscriptDelta(part.text);
  }
}

function asBytes(texts: readonly string[]): Uint8Array | undefined {
  const text = texts.join('');
  return text === '' ? undefined : Buffer.from(text);
}

/** What is cut off is no transcript of the recording. */
function refuseUnlessWhole({ kind }: FinishReason): void {
  if (kind === 'content-filter') throw contentDeclined();
  if (kind !== 'stop') throw badAnswer();
}
