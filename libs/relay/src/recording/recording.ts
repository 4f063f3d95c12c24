import { type RouteHints } from '#wire';
import { type ContentMemory } from './content-memory.js';
import { type ContentKey, type RecordedContent } from './recorded-content.js';

/** Larger bodies are not parsed. */
const MAX_READ_BYTES = 8 * 1024 * 1024;

const READABLE = /^(?:text\/|application\/(?:[\w.-]{1,100}\+)?json)/i;

export interface RecordingFacts
  extends ContentKey, Pick<RecordedContent, 'operation' | 'format' | 'requestFormat' | 'model'> {
  hints: RouteHints;
}

/** The response so far. */
interface RecordedResponse {
  contentType: string;
  isStreamed: boolean;
  isComplete: boolean;
  /** Whether its bytes are recorded: those of audio and embeddings are not. */
  isReadable: boolean;
  isCut: boolean;
  sizeBytes: number;
  chunks: Buffer[];
}

/** A recording of one request. It holds the bytes; they are parsed when the recording is stored. */
export class Recording {
  /** Undefined if it is too large to be parsed. */
  readonly body: Buffer | undefined;
  readonly requestBytes: number;
  response: RecordedResponse | undefined;
  /** Whether it was dropped because there was no room. */
  isDropped = false;
  private heldBytes = 0;

  constructor(
    readonly facts: RecordingFacts,
    body: Buffer,
    private readonly memory: ContentMemory,
  ) {
    this.requestBytes = body.length;
    this.body = body.length > MAX_READ_BYTES ? undefined : body;
    if (this.body !== undefined) this.reserve(body.length);
  }

  beginResponse(contentType = '', isStreamed: boolean): void {
    this.response = {
      contentType,
      isStreamed,
      isComplete: false,
      isReadable: READABLE.test(contentType) && this.facts.operation !== 'embeddings',
      isCut: false,
      sizeBytes: 0,
      chunks: [],
    };
  }

  push(bytes: Uint8Array | string): void {
    const { response } = this;
    if (response === undefined) return;
    const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
    response.sizeBytes += length;
    if (this.isDropped || !response.isReadable || response.isCut) return;
    response.isCut = response.sizeBytes > MAX_READ_BYTES;
    // Copied, because the caller may reuse the buffer.
    if (!response.isCut && this.reserve(length)) response.chunks.push(Buffer.from(bytes));
  }

  endResponse(isComplete: boolean): void {
    if (this.response !== undefined) this.response.isComplete = isComplete;
  }

  /** Called when the recording is stored or dropped. */
  release(): void {
    this.memory.release(this.heldBytes);
    this.heldBytes = 0;
  }

  private reserve(bytes: number): boolean {
    if (this.memory.reserve(bytes)) {
      this.heldBytes += bytes;
      return true;
    }
    this.isDropped = true;
    if (this.response !== undefined) this.response.chunks = [];
    this.release();
    return false;
  }
}
