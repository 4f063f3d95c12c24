import { GatewayError } from '#canonical';
import { type ClientSide, type ClientStream } from '../client-side.js';

/** Several tries for one answer: the first that has something to say speaks to the client, the others are called off. */
export class Race {
  winner: Runner | undefined;
  private readonly runners: Runner[] = [];

  constructor(
    private readonly client: ClientSide,
    private readonly onWon: (runner: Runner) => void,
  ) {}

  /** The client as one more try sees it. Alone, it sees the client itself. */
  enter(): Runner {
    const runner = new Runner(this.client, (self) => this.claim(self));
    this.runners.push(runner);
    return runner;
  }

  get isWon(): boolean {
    return this.winner !== undefined;
  }

  /** Nobody is to go on. */
  callOff(): void {
    for (const runner of this.runners) runner.callOff();
  }

  private claim(runner: Runner): void {
    if (this.winner === runner) return;
    if (this.winner !== undefined) throw lostRace();
    this.winner = runner;
    for (const other of this.runners) if (other !== runner) other.callOff();
    this.onWon(runner);
  }
}

/** One try's end of the client's connection. */
export class Runner implements ClientSide {
  private readonly abort = new AbortController();
  readonly signal = this.abort.signal;
  isCalledOff = false;

  constructor(
    private readonly client: ClientSide,
    private readonly onClaim: (self: Runner) => void,
  ) {
    if (client.signal.aborted) this.follow();
    else client.signal.addEventListener('abort', this.follow, { once: true });
  }

  /** Throws where another one has been faster. */
  claim(): void {
    this.onClaim(this);
  }

  callOff(): void {
    if (this.signal.aborted) return;
    this.isCalledOff = true;
    this.abort.abort(lostRace());
  }

  /** Nothing of this try listens to the client any longer. */
  leave(): void {
    this.client.signal.removeEventListener('abort', this.follow);
  }

  sendWhole(headers: Record<string, string>, body: Buffer): void | Promise<void> {
    this.claim();
    return this.client.sendWhole(headers, body);
  }

  openStream(headers: Record<string, string>): ClientStream {
    this.claim();
    return this.client.openStream(headers);
  }

  private readonly follow = (): void => this.abort.abort(this.client.signal.reason);
}

function lostRace(): GatewayError {
  return new GatewayError('client-gone', 'Another channel was faster.');
}
