import { type FinishReason, type GatewayError, type StreamPart, type Usage } from '#canonical';
import { type SseBlock } from '#sse';
import { GeminiStreamDecoder } from '../gemini-generate-content/decode-stream.js';
import { badAnswer } from '../operations/bad-answer.js';
import { contentDeclined } from '../operations/content-declined.js';
import { encodeTypedError } from '../operations/typed-event-tap.js';
import { encodeTranscriptDelta, encodeTranscriptDone } from './transcript-events.js';

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
