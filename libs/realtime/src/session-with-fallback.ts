import { GatewayError } from '#canonical';
import { type RunningSession, type SessionClient, type SessionEnd } from './session.js';
import { type Frame } from './sockets/frame.js';

/** A session that may find, before it sends anything, that the model has no realtime API. */
export interface TentativeSession extends RunningSession {
  readonly isNotRealtime: boolean;
}

export interface Fallback {
  begin(client: SessionClient): TentativeSession;
  /** Starts the session that replaces it. Throws if that is not possible. */
  takeOver(client: SessionClient): RunningSession;
}

/** A passthrough session that becomes a bridge session if the provider has no realtime API for the model. */
export class SessionWithFallback implements RunningSession {
  readonly ended: Promise<SessionEnd>;
  private current: RunningSession;
  /** Resolves with the first event. Until then, it is unknown which session will read the client's frames. */
  private readonly opening: Promise<void>;
  private isOpen = false;
  private onOpen: () => void = () => undefined;

  constructor(fallback: Fallback, client: SessionClient) {
    this.opening = new Promise((resolve) => {
      this.onOpen = resolve;
    });
    const first = fallback.begin({
      ...client,
      send: (frame) => {
        this.open();
        client.send(frame);
      },
    });
    this.current = first;
    this.ended = this.follow(first, () => fallback.takeOver(client));
  }

  get isResponding(): boolean {
    return this.current.isResponding;
  }

  receive(frame: Frame): void | Promise<void> {
    if (this.isOpen) return this.current.receive(frame);
    return this.opening.then(() => this.current.receive(frame));
  }

  async close(reason: GatewayError): Promise<void> {
    this.open();
    await this.current.close(reason);
  }

  private open(): void {
    this.isOpen = true;
    this.onOpen();
  }

  private async follow(first: TentativeSession, startFallback: () => RunningSession): Promise<SessionEnd> {
    const end = await first.ended;
    if (this.isOpen || !first.isNotRealtime) {
      this.open();
      return end;
    }
    try {
      this.current = startFallback();
    } catch (error) {
      return { error: GatewayError.from(error) };
    } finally {
      this.open();
    }
    return this.current.ended;
  }
}
