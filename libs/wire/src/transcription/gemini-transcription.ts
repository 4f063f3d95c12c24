import {
  type FinishReason,
  type GatewayError,
  type JsonObject,
  type LostField,
  type StreamPart,
  type Transcript,
  type TranscriptionRequest,
  type Usage,
} from '#canonical';
import { type SseBlock } from '#sse';
import { GeminiStreamDecoder } from '../gemini-generate-content/decode-response.js';
import { getRecord, getRecords, toNumber, toText } from '../openai-dialect/json-members.js';
import { badResponse, contentRejected } from '../operations/response-errors.js';
import { readGeminiResponse } from '../operations/gemini-response.js';
import { type EncodedRequest } from '../operations/operation-format.js';
import { encodeTypedError } from '../operations/typed-event-tap.js';
import { encodeTranscriptDelta, encodeTranscriptDone } from './transcript-events.js';
import { definedMembers } from '../validation/json-values.js';

/** The service accepts 20 MB per request, and base64 grows by a third. */
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

/** `generateContent` of a model with audio input. A prompt asks it for a transcript. */
export function encodeGeminiTranscription(
  request: TranscriptionRequest,
  audioBase64: string,
): EncodedRequest<TranscriptionRequest> {
  const inlineData = { mimeType: getMediaType(request), data: audioBase64 };
  const parts: JsonObject[] = [{ inlineData }, { text: buildPrompt(request) }];
  const body = {
    contents: [{ role: 'user', parts }],
    generationConfig: definedMembers({
      temperature: request.temperature,
      ...(isTimed(request) ? { responseMimeType: 'application/json', responseSchema: TIMED_SCHEMA } : {}),
    }),
  };
  return { body, lost: listLost(request) };
}

export function decodeGeminiTranscription(body: JsonObject, request: TranscriptionRequest): Transcript {
  const { parts, finishReason, usage } = readGeminiResponse(body);
  // A truncated text is not a complete transcript.
  if (finishReason !== 'STOP') throw badResponse();
  const text = parts.map((part) => toText(part['text'])).join('');
  return { ...(isTimed(request) ? decodeTimed(text) : { text: text.trim() }), usage };
}

/** The format contains timestamps. */
function isTimed({ format }: TranscriptionRequest): boolean {
  return format === 'srt' || format === 'vtt' || format === 'verbose_json';
}

function buildPrompt(request: TranscriptionRequest): string {
  const { task, language, prompt } = request;
  const sentences = [
    task === 'translate'
      ? 'Translate everything that is said in this recording into English.'
      : 'Transcribe this recording verbatim, in the language that is spoken.',
    isTimed(request)
      ? 'Divide it into segments of a sentence or less, each with its exact times.'
      : 'Answer with nothing but what is said: no title, no remarks, no times, no names of speakers.',
    'Where nothing is said, answer with nothing.',
    ...(language === undefined ? [] : [`The language of the recording is ${language}.`]),
    ...(prompt === undefined ? [] : [`Follow the style and the spelling of this text: ${prompt}`]),
  ];
  return sentences.join('\n');
}

/** The service uses another name for this media type. */
function getMediaType({ file: { mediaType } }: TranscriptionRequest): string {
  return mediaType === 'audio/mpeg' ? 'audio/mp3' : mediaType;
}

function listLost({ granularities = [] }: TranscriptionRequest): LostField<TranscriptionRequest>[] {
  const reason = 'the provider does not support word timestamps';
  return granularities.includes('word') ? [{ field: 'granularities', reason }] : [];
}

function decodeTimed(json: string): Transcript {
  const result = getRecord(parse(json));
  if (result === undefined || !Array.isArray(result['segments'])) throw badResponse();
  const segments = getRecords(result['segments']).map((segment) => ({
    startSeconds: toNumber(segment['start']) ?? 0,
    endSeconds: toNumber(segment['end']) ?? 0,
    text: toText(segment['text']).trim(),
  }));
  const language = toText(result['language']);
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

/** Converts a streamed response of Gemini to transcript events. */
export class GeminiTranscriptStream {
  readonly isTerminated = false;
  isComplete = false;
  usage: Usage | undefined;
  private text = '';
  private readonly decoder = new GeminiStreamDecoder();

  push({ event }: SseBlock): Uint8Array | undefined {
    if (event === undefined) return undefined;
    return toBytes(this.decoder.push(event).map((part) => this.read(part)));
  }

  finish(): Uint8Array | undefined {
    const rest = this.decoder.end().map((part) => this.read(part));
    return toBytes([...rest, encodeTranscriptDone(this.text, this.usage)]);
  }

  fail(error: GatewayError): string {
    return encodeTypedError(error);
  }

  private read(part: StreamPart): string {
    if (part.type === 'usage') this.usage = part.usage;
    if (part.type === 'prompt-block') throw contentRejected();
    if (part.type === 'finish') {
      checkComplete(part.finish);
      this.isComplete = true;
    }
    if (part.type !== 'text-delta') return '';
    this.text += part.text;
    return encodeTranscriptDelta(part.text);
  }
}

function toBytes(texts: readonly string[]): Uint8Array | undefined {
  const text = texts.join('');
  return text === '' ? undefined : Buffer.from(text);
}

/** A truncated text is not a complete transcript. */
function checkComplete({ kind }: FinishReason): void {
  if (kind === 'content-filter') throw contentRejected();
  if (kind !== 'stop') throw badResponse();
}
