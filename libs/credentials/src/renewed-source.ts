import { isDeepStrictEqual } from 'node:util';
import { type CancelSignal } from '#canonical';
import { type Logger } from '#telemetry';
import { type Clock } from './clock.js';
import { CredentialFault } from './credential-fault.js';
import { type Credentials, type FetchCredentials, type Issued } from './credential-source.js';

const FETCH_MS = 20_000;
const MIN_LEAD_MS = 5 * 60 * 1000;
const LEAD_SHARE = 0.25;
/** Of the time that is left, so that those who began together do not renew together. */
const JITTER_SHARE = 0.2;
const MAX_LEAD_SHARE = 0.6;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 60_000;
/** Refused credentials are renewed at most this often, so that a service that refuses all of them causes no flood. */
const MIN_REFUSED_INTERVAL_MS = 10_000;
/** Of a timer of Node. */
const MAX_DELAY_MS = 2_147_483_647;

interface SourceOptions {
  /** As the log calls it. */
  name: string;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
}

type State = 'fetched' | 'failing' | 'ended';

/** Fetches credentials before anybody needs them, and others well before their end. */
export class RenewedSource {
  private issued: Issued | undefined;
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
    const present = this.current;
    if (present !== undefined) return present;
    signal.throwIfAborted();
    if (!this.hasJustFailed()) await unlessAborted(this.fetchNext(), signal);
    const renewed = this.current;
    if (renewed !== undefined) return renewed;
    throw (this.fault ?? closedFault()).toGatewayError();
  }

  /**
   * Fetches others in place of credentials that a service has refused. Undefined where that did not help: the fetch
   * failed or gave the same again, or it was done for an earlier refusal a moment ago.
   */
  async renew(refused: Credentials, signal: CancelSignal): Promise<Credentials | undefined> {
    if (isSame(this.current, refused)) {
      const { clock } = this.options;
      const isRunning = this.attempt !== undefined;
      if (!isRunning && clock.now() - this.refusedAt < MIN_REFUSED_INTERVAL_MS) return undefined;
      if (!isRunning) this.refusedAt = clock.now();
      await unlessAborted(this.fetchNext(), signal);
    }
    const { current } = this;
    return isSame(current, refused) ? undefined : current;
  }

  /** Nobody uses it any more: what it has stays until its end. */
  close(): void {
    this.cancelTimer();
    this.closing.abort(closedFault());
  }

  /** Whoever asks often does not make it ask often. */
  private hasJustFailed(): boolean {
    const { clock } = this.options;
    return this.attempt === undefined && this.failures > 0 && clock.now() - this.failedAt < FIRST_RETRY_MS;
  }

  /** One attempt at a time, which all wait for. It never rejects. */
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
      const issued = await this.fetchInTime();
      const { expiresAt } = issued;
      if (expiresAt !== undefined && expiresAt <= this.options.clock.now()) throw endedFault();
      this.succeed(issued);
    } catch (error) {
      if (!this.closing.signal.aborted) this.fail(toFault(error));
    }
  }

  private async fetchInTime(): Promise<Issued> {
    const { clock } = this.options;
    const deadline = new AbortController();
    const cancelDeadline = clock.after(FETCH_MS, () => deadline.abort(lateFault()));
    const signal = AbortSignal.any([deadline.signal, this.closing.signal]);
    try {
      // Not everything that is asked on the way knows of signals.
      return await unlessAborted(this.fetch(signal), signal);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      cancelDeadline();
    }
  }

  private succeed(issued: Issued): void {
    this.issued = issued;
    this.fault = undefined;
    this.failures = 0;
    this.enter('fetched');
    const delayMs = this.getRenewalDelay(issued);
    if (delayMs !== undefined) this.renewAfter(delayMs);
  }

  private fail(fault: CredentialFault): void {
    const { clock } = this.options;
    this.fault = fault;
    this.failedAt = clock.now();
    this.failures += 1;
    this.enter(this.current === undefined ? 'ended' : 'failing');
    const delayMs = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(this.failures - 1, 10));
    this.renewAfter(delayMs * (1 + JITTER_SHARE * clock.random()));
  }

  private renewAfter(delayMs: number): void {
    if (this.closing.signal.aborted) return;
    this.cancelTimer = this.options.clock.after(Math.min(delayMs, MAX_DELAY_MS), () => void this.fetchNext());
  }

  /** A quarter of their life before the end, or five minutes; of short lives never more than the better half. */
  private getRenewalDelay({ expiresAt, renewAfterMs }: Issued): number | undefined {
    const { clock } = this.options;
    if (expiresAt === undefined) return renewAfterMs;
    const lifeMs = expiresAt - clock.now();
    const leadMs = Math.max(lifeMs * LEAD_SHARE, MIN_LEAD_MS) * (1 + JITTER_SHARE * clock.random());
    return Math.max(FIRST_RETRY_MS, lifeMs - Math.min(leadMs, lifeMs * MAX_LEAD_SHARE));
  }

  /** One line for each change, not for each attempt. */
  private enter(state: State): void {
    if (state === this.state) return;
    this.state = state;
    const { name, logger } = this.options;
    const reason = this.fault?.message;
    const detail = this.fault?.detail;
    if (state === 'fetched') logger.info({ identity: name }, 'credentials are there again');
    else if (state === 'ended') logger.warn({ identity: name, reason, detail }, 'there are no credentials');
    else
      logger.warn(
        { identity: name, reason, detail },
        'credentials could not be renewed; those that there are still count',
      );
  }
}

function toFault(error: unknown): CredentialFault {
  if (error instanceof CredentialFault) return error;
  const message = error instanceof Error ? error.message : 'The credentials could not be fetched.';
  return new CredentialFault(message, false, 'Check what the channel says under auth.');
}

function lateFault(): CredentialFault {
  return new CredentialFault('The credentials did not come in time.', false, 'Check the network.');
}

function endedFault(): CredentialFault {
  const advice = 'Check the clock of this machine.';
  return new CredentialFault('The credentials that came had ended already.', false, advice);
}

function closedFault(): CredentialFault {
  return new CredentialFault('The channel has changed meanwhile.', false, 'Try again.');
}

function isSame(one: Credentials | undefined, other: Credentials): boolean {
  return isDeepStrictEqual(one, other);
}

/** Whatever comes first. */
function unlessAborted<Result>(work: Promise<Result>, signal: CancelSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
