import { IdleTimer } from '#canonical';
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
  private readonly silence: IdleTimer;

  constructor(private readonly commitment: Commitment) {
    this.silence = new IdleTimer(commitment.keepAliveMs, () => this.keepAlive());
  }

  /** A promise resolves when the client can take more; without one it can at once. */
  write(chunks: readonly Uint8Array[], hasEvent: boolean): void | Promise<void> {
    if (this.stream === undefined && !hasEvent) {
      this.held.push(...chunks);
      return undefined;
    }
    const stream = this.commit();
    const all = this.takeHeld(chunks);
    const [only] = all;
    if (only === undefined) return undefined;
    // Only what the client gets counts as a sign of life.
    this.silence.note();
    return stream.write(all.length === 1 ? only : Buffer.concat(all));
  }

  end(): void {
    this.silence.stop();
    this.stream?.end();
  }

  breakOff(lastWords: string): void {
    this.silence.stop();
    this.stream?.breakOff(lastWords);
  }

  private keepAlive(): void {
    const { client, format } = this.commitment;
    if (client.signal.aborted) return;
    void this.sayThatItLives(format.keepAlive);
  }

  private async sayThatItLives(keepAlive: string): Promise<void> {
    try {
      await this.commit().write(keepAlive);
    } catch {
      // The client has gone, which ends the delivery by itself.
    }
  }

  private takeHeld(chunks: readonly Uint8Array[]): readonly Uint8Array[] {
    if (this.held.length === 0) return chunks;
    const all = [...this.held, ...chunks];
    this.held = [];
    return all;
  }

  private commit(): ClientStream {
    this.stream ??= this.commitment.client.openStream(this.commitment.headers);
    return this.stream;
  }
}
