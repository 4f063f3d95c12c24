import { type WireFormat } from '#wire';
import { type ClientSide, type ClientStream } from './client-side.js';

export interface Commitment {
  client: ClientSide;
  headers: Record<string, string>;
  format: Pick<WireFormat, 'keepAlive'>;
  keepAliveMs: number;
}

/** Holds back what comes before the first event, then commits and writes through. Says that it lives while it is silent. */
export class CommittedStream {
  private stream: ClientStream | undefined;
  private held: Uint8Array[] = [];
  private readonly silence: NodeJS.Timeout;

  constructor(private readonly commitment: Commitment) {
    this.silence = setInterval(() => this.keepAlive(), commitment.keepAliveMs);
  }

  async write(chunks: readonly Uint8Array[], hasEvent: boolean): Promise<void> {
    if (this.stream === undefined && !hasEvent) {
      this.held.push(...chunks);
      return;
    }
    const stream = this.commit();
    const all = [...this.held, ...chunks];
    this.held = [];
    const [only] = all;
    if (only === undefined) return;
    // Only what the client gets counts as a sign of life.
    this.silence.refresh();
    await stream.write(all.length === 1 ? only : Buffer.concat(all));
  }

  end(): void {
    clearInterval(this.silence);
    this.stream?.end();
  }

  breakOff(lastWords: string): void {
    clearInterval(this.silence);
    this.stream?.breakOff(lastWords);
  }

  private keepAlive(): void {
    const { client, format } = this.commitment;
    if (client.signal.aborted) return;
    // A failed write means that the client has gone, which aborts the delivery by itself.
    this.commit()
      .write(format.keepAlive)
      .catch(() => undefined);
  }

  private commit(): ClientStream {
    this.stream ??= this.commitment.client.openStream(this.commitment.headers);
    return this.stream;
  }
}
