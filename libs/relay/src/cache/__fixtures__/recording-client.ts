import { type ClientSide, type ClientStream } from '../../client-side.js';

/** A client that records what it receives. */
export class RecordingClient implements ClientSide {
  readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  headers: Record<string, string> = {};
  readonly chunks: Buffer[] = [];
  ended: 'whole' | 'stream' | 'broken' | undefined;
  onEnd: () => void = () => undefined;

  get body(): Buffer {
    return Buffer.concat(this.chunks);
  }

  sendWhole(headers: Record<string, string>, body: Buffer): void {
    this.signal.throwIfAborted();
    this.headers = headers;
    this.chunks.push(body);
    this.finish('whole');
  }

  openStream(headers: Record<string, string>): ClientStream {
    this.signal.throwIfAborted();
    this.headers = headers;
    return {
      write: async (bytes) => {
        this.signal.throwIfAborted();
        this.chunks.push(Buffer.from(bytes));
      },
      end: () => this.finish('stream'),
      abort: () => this.finish('broken'),
    };
  }

  private finish(ended: typeof this.ended): void {
    this.ended = ended;
    this.onEnd();
  }
}
