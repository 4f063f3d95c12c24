import { type RouteHints } from '#wire';
import { type ContentMemory } from './content-memory.js';
import { type ContentPlace, type RecordedContent } from './recorded-content.js';

/** Of more than this nothing is read: media in it would have to be found first. */
const MAX_READ_BYTES = 8 * 1024 * 1024;

const READABLE = /^(?:text\/|application\/(?:[\w.-]{1,100}\+)?json)/i;

export interface RecordingFacts
  extends ContentPlace, Pick<RecordedContent, 'operation' | 'format' | 'requestFormat' | 'model'> {
  hints: RouteHints;
}

/** What went to the client so far. */
interface AnswerSoFar {
  contentType: string;
  isStreamed: boolean;
  isComplete: boolean;
  /** Whether its bytes are kept at all: those of audio are not, and nobody reads vectors. */
  isReadable: boolean;
  isCut: boolean;
  sizeBytes: number;
  chunks: Buffer[];
}

/** One request while it is recorded: it holds the bytes, and leaves what they mean to whoever writes them down. */
export class Recording {
  /** Undefined where it is too large to be read. */
  readonly body: Buffer | undefined;
  readonly requestBytes: number;
  answer: AnswerSoFar | undefined;
  /** Whether there was no room for it. */
  isDropped = false;
  private heldBytes = 0;

  constructor(
    readonly facts: RecordingFacts,
    body: Buffer,
    private readonly memory: ContentMemory,
  ) {
    this.requestBytes = body.length;
    this.body = body.length > MAX_READ_BYTES ? undefined : body;
    if (this.body !== undefined) this.hold(body.length);
  }

  beginAnswer(contentType = '', isStreamed: boolean): void {
    this.answer = {
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
    const { answer } = this;
    if (answer === undefined) return;
    const length = typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length;
    answer.sizeBytes += length;
    if (this.isDropped || !answer.isReadable || answer.isCut) return;
    answer.isCut = answer.sizeBytes > MAX_READ_BYTES;
    // A copy: what is passed on may be overwritten by whoever made it.
    if (!answer.isCut && this.hold(length)) answer.chunks.push(Buffer.from(bytes));
  }

  endAnswer(isComplete: boolean): void {
    if (this.answer !== undefined) this.answer.isComplete = isComplete;
  }

  /** To be called when it is written down, or never will be. */
  release(): void {
    this.memory.give(this.heldBytes);
    this.heldBytes = 0;
  }

  private hold(bytes: number): boolean {
    if (this.memory.take(bytes)) {
      this.heldBytes += bytes;
      return true;
    }
    this.isDropped = true;
    if (this.answer !== undefined) this.answer.chunks = [];
    this.release();
    return false;
  }
}
