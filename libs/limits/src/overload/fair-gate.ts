import { GatewayError } from '#canonical';
import { Pressure } from './pressure.js';
import { watchEventLoop } from './watch-event-loop.js';

/** Essential is what must work when nothing else does, or has begun already: health, asking after a task, a running stream. */
export type Importance = 'essential' | 'ordinary';

interface Tenant {
  running: number;
  seenInWindow: number;
}

/** Who has asked for something in the last five seconds counts as present, with or without a running request. */
const PRESENT_WINDOWS = 20;
const MAX_RETRY_SECONDS = 3;

const leaveNothing = (): void => undefined;

/** While this process is overloaded, keeps tokens that have more than their share of it from starting more. */
export class FairGate {
  private readonly tenants = new Map<string, Tenant>();
  private readonly pressure = new Pressure();
  private readonly stopWatching: () => void;
  private running = 0;
  private window = 0;

  constructor(watch: typeof watchEventLoop = watchEventLoop) {
    this.stopWatching = watch((delayMs) => this.closeWindow(delayMs));
  }

  get isOverloaded(): boolean {
    return this.pressure.isOverloaded;
  }

  /** Begins a request, or throws `overloaded` where its token has to wait. Returns how to say that it has ended. */
  admitUnderPressure(tokenId: string, importance: Importance): () => void {
    if (importance === 'essential') return leaveNothing;
    const tenant = this.getTenant(tokenId);
    if (this.isOverloaded && tenant.running > this.fairShare()) throw overloaded();
    return this.begin(tenant);
  }

  close(): void {
    this.stopWatching();
  }

  onApplicationShutdown(): void {
    this.close();
  }

  private getTenant(tokenId: string): Tenant {
    let tenant = this.tenants.get(tokenId);
    if (tenant === undefined) this.tenants.set(tokenId, (tenant = { running: 0, seenInWindow: 0 }));
    tenant.seenInWindow = this.window;
    return tenant;
  }

  private fairShare(): number {
    return this.running / this.tenants.size;
  }

  private begin(tenant: Tenant): () => void {
    tenant.running += 1;
    this.running += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      tenant.running -= 1;
      this.running -= 1;
    };
  }

  /** Tokens that have gone no longer make the shares of the others smaller. */
  private closeWindow(delayMs: number): void {
    this.pressure.observe(delayMs);
    this.window += 1;
    for (const [tokenId, { running, seenInWindow }] of this.tenants) {
      if (running === 0 && this.window - seenInWindow > PRESENT_WINDOWS) this.tenants.delete(tokenId);
    }
  }
}

/** Not everybody after the same second: those who were refused together would come back together. */
function overloaded(): GatewayError {
  const retryAfterSeconds = 1 + Math.floor(Math.random() * MAX_RETRY_SECONDS);
  return new GatewayError(
    'overloaded',
    'The gateway is overloaded, and this token already has more than its share of the running requests. Try again in a moment.',
    { retryAfterSeconds },
  );
}
