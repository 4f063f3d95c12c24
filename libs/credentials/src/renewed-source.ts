import { isDeepStrictEqual } from 'node:util';
import { type CancelSignal } from '#canonical';
import { type Logger } from '#telemetry';
import { type Clock } from './clock.js';
import { CredentialFault } from './credential-fault.js';
import { type Credentials, type FetchCredentials, type IssuedCredentials } from './credential-source.js';

const FETCH_TIMEOUT_MS = 20_000;
const MIN_LEAD_MS = 5 * 60 * 1000;
const LEAD_SHARE = 0.25;
/** Random share of the delay, so that processes that started together do not renew together. */
const JITTER_SHARE = 0.2;
const MAX_LEAD_SHARE = 0.6;
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Rejected credentials are renewed at most this often, so that a service that rejects all of them causes no flood. */
const MIN_REFUSED_INTERVAL_MS = 10_000;
/** The maximum delay of a timer in Node. */
const MAX_DELAY_MS = 2_147_483_647;

interface SourceOptions {
  /** The name in the log. */
  name: string;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
}

type State = 'fetched' | 'failing' | 'ended';

/** Fetches credentials before they are needed, and renews them well before they expire. */
export class RenewedSource {
  private issued: IssuedCredentials | undefined;
  private fault: CredentialFault | undefined;
  private attempt: Promise<void> | undefined;
  private failures = 0;
  private failedAt = 0;
  private refusedAt = Number.NEGATIVE_INFINITY;
  private state: State = 'fetched';
  private cancelTimer: () => void = () => undefined;
  private readonly closing = new AbortController();

  constructor(
    private readonly fetch: FetchCredentials,
    private readonly options: SourceOptions,
  ) {}

  start(): void {
    void this.fetchNext();
  }

  get current(): Credentials | undefined {
    const { issued } = this;
    if (issued === undefined) return undefined;
    const { credentials, expiresAt } = issued;
    return expiresAt === undefined || expiresAt > this.options.clock.now() ? credentials : undefined;
  }

  async ready(signal: CancelSignal): Promise<Credentials> {
    const existing = this.current;
    if (existing !== undefined) return existing;
    signal.throwIfAborted();
    if (!this.hasJustFailed()) await raceWithAbort(this.fetchNext(), signal);
    const renewed = this.current;
    if (renewed !== undefined) return renewed;
    throw (this.fault ?? createClosedFault()).toGatewayError();
  }

  /**
   * Fetches other credentials after a service has rejected these. Undefined if the fetch failed or returned the same ones,
   * or if they were already renewed after a rejection a moment ago.
   */
  async renew(refused: Credentials, signal: CancelSignal): Promise<Credentials | undefined> {
    if (isSame(this.current, refused)) {
      const { clock } = this.options;
      const isRunning = this.attempt !== undefined;
      if (!isRunning && clock.now() - this.refusedAt < MIN_REFUSED_INTERVAL_MS) return undefined;
      if (!isRunning) this.refusedAt = clock.now();
      await raceWithAbort(this.fetchNext(), signal);
    }
    const { current } = this;
    return isSame(current, refused) ? undefined : current;
  }

  /** Stops renewing. The current credentials can be used until they expire. */
  close(): void {
    this.cancelTimer();
    this.closing.abort(createClosedFault());
  }

  /** Frequent calls of `ready` must not cause frequent fetches. */
  private hasJustFailed(): boolean {
    const { clock } = this.options;
    return this.attempt === undefined && this.failures > 0 && clock.now() - this.failedAt < FIRST_RETRY_MS;
  }

  /** Runs one attempt at a time, which all callers share. Never rejects. */
  private fetchNext(): Promise<void> {
    if (this.closing.signal.aborted) return Promise.resolve();
    this.cancelTimer();
    this.attempt ??= this.fetchOnce().finally(() => {
      this.attempt = undefined;
    });
    return this.attempt;
  }

  private async fetchOnce(): Promise<void> {
    try {
      const issued = await this.fetchWithTimeout();
      const { expiresAt } = issued;
      if (expiresAt !== undefined && expiresAt <= this.options.clock.now()) throw createExpiredFault();
      this.succeed(issued);
    } catch (error) {
      if (!this.closing.signal.aborted) this.fail(toFault(error));
    }
  }

  private async fetchWithTimeout(): Promise<IssuedCredentials> {
    const { clock } = this.options;
    const deadline = new AbortController();
    const cancelDeadline = clock.after(FETCH_TIMEOUT_MS, () => deadline.abort(createTimeoutFault()));
    const signal = AbortSignal.any([deadline.signal, this.closing.signal]);
    try {
      // Some libraries ignore the signal.
      return await raceWithAbort(this.fetch(signal), signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      cancelDeadline();
    }
  }

  private succeed(issued: IssuedCredentials): void {
    this.issued = issued;
    this.fault = undefined;
    this.failures = 0;
    this.setState('fetched');
    const delayMs = this.getRenewalDelay(issued);
    if (delayMs !== undefined) this.renewAfter(delayMs);
  }

  private fail(fault: CredentialFault): void {
    const { clock } = this.options;
    this.fault = fault;
    this.failedAt = clock.now();
    this.failures += 1;
    this.setState(this.current === undefined ? 'ended' : 'failing');
    const delayMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.failures - 1, 10));
    this.renewAfter(delayMs * (1 + JITTER_SHARE * clock.random()));
  }

  private renewAfter(delayMs: number): void {
    if (this.closing.signal.aborted) return;
    this.cancelTimer = this.options.clock.after(Math.min(delayMs, MAX_DELAY_MS), () => void this.fetchNext());
  }

  /** Renews a quarter of the lifetime before expiry, at least five minutes, but at most 60 % of the lifetime before. */
  private getRenewalDelay({ expiresAt, renewAfterMs }: IssuedCredentials): number | undefined {
    const { clock } = this.options;
    if (expiresAt === undefined) return renewAfterMs;
    const lifeMs = expiresAt - clock.now();
    const leadMs = Math.max(lifeMs * LEAD_SHARE, MIN_LEAD_MS) * (1 + JITTER_SHARE * clock.random());
    return Math.max(FIRST_RETRY_MS, lifeMs - Math.min(leadMs, lifeMs * MAX_LEAD_SHARE));
  }

  /** Logs changes of the state, not each attempt. */
  private setState(state: State): void {
    if (state === this.state) return;
    this.state = state;
    const { name, logger } = this.options;
    const reason = this.fault?.message;
    const detail = this.fault?.detail;
    if (state === 'fetched') logger.info({ identity: name }, 'credentials are available again');
    else if (state === 'ended')
      logger.warn({ identity: name, reason, detail }, 'credentials are unavailable');
    else
      logger.warn(
        { identity: name, reason, detail },
        'credentials could not be renewed; the current ones are still valid',
      );
  }
}

function toFault(error: unknown): CredentialFault {
  if (error instanceof CredentialFault) return error;
  const message = error instanceof Error ? error.message : 'The credentials could not be fetched.';
  return new CredentialFault(message, false, 'Check auth of the channel.');
}

function createTimeoutFault(): CredentialFault {
  return new CredentialFault('Fetching the credentials timed out.', false, 'Check the network.');
}

function createExpiredFault(): CredentialFault {
  const advice = 'Check the clock of this machine.';
  return new CredentialFault('The fetched credentials have already expired.', false, advice);
}

function createClosedFault(): CredentialFault {
  return new CredentialFault('The channel was changed in the meantime.', false, 'Try again.');
}

function isSame(one: Credentials | undefined, other: Credentials): boolean {
  return isDeepStrictEqual(one, other);
}

/** Settles with the work, or rejects when the signal aborts first. */
function raceWithAbort<Result>(work: Promise<Result>, signal: CancelSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
