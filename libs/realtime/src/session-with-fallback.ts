import { GatewayError } from '#canonical';
import { type RunningSession, type SessionClient, type SessionEnd } from './session.js';
import { type Frame } from './sockets/frame.js';

/** One that may find out, before it has said anything, that the model is not one for it. */
export interface HesitantSession extends RunningSession {
  readonly isNotRealtime: boolean;
}

export interface Fallback {
  begin(client: SessionClient): HesitantSession;
  /** Takes over. Throws where that is not possible either. */
  instead(client: SessionClient): RunningSession;
}

/** A session with a model's own service, or with the gateway in its place where the service has none for this model. */
export class SessionWithFallback implements RunningSession {
  readonly ended: Promise<SessionEnd>;
  private current: RunningSession;
  /** Until somebody has spoken, it is not known who will read what the client sends. */
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
    this.ended = this.follow(first, () => fallback.instead(client));
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

  private async follow(first: HesitantSession, instead: () => RunningSession): Promise<SessionEnd> {
    const end = await first.ended;
    if (this.isOpen || !first.isNotRealtime) {
      this.open();
      return end;
    }
    try {
      this.current = instead();
    } catch (error) {
      return { error: GatewayError.from(error) };
    } finally {
      this.open();
    }
    return this.current.ended;
  }
}
