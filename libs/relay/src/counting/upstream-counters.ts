import { CancelSource, GatewayError, type CancelSignal, toAbortSignal } from '#canonical';
import { readJsonObject, scanAhead } from '#json-scan';
import { fetchTokenCount } from '#upstream';
import { TOKEN_COUNTERS, changeRequest } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { buildResponseHeaders } from '../response-sender.js';
import { AttemptControls } from '../attempts/attempt-controls.js';
import { Attempt } from '../attempts/attempt.js';
import { type PreparedRequest } from '../chat/prepared-request.js';
import { PassthroughRequest } from '../chat/passthrough-request.js';
import { prepareTranslation } from '../chat/translation.js';
import { RELAY_OPTIONS, type RelayOptions } from '../relay-options.js';
import { RelayServices } from '../relay-services.js';
import { type ChatRequest } from '../relayed-request.js';
import { MissingCounters } from './missing-counters.js';
import { type CountCandidate } from './plan-count.js';

/** For all counters together, because the client is waiting for the count. */
const COUNT_MS = 5_000;
const MAX_ATTEMPTS = 3;

/** The count of an upstream. */
export interface UpstreamCount {
  inputTokens: number;
  /** The unchanged response, if it has the format of the client. */
  body?: Buffer;
  headers: Record<string, string>;
}

/**
 * Calls the token counters of upstreams in order, until one succeeds. The results do not affect the health of channels,
 * because counters have separate limits and outages.
 */
@Injectable()
export class UpstreamCounters {
  private readonly countMs: number;

  constructor(
    private readonly controls: AttemptControls,
    private readonly services: RelayServices,
    private readonly missing: MissingCounters,
    @Inject(RELAY_OPTIONS) { countMs = COUNT_MS }: RelayOptions,
  ) {
    this.countMs = countMs;
  }

  /** Undefined if no counter succeeded. Throws if the client has disconnected. */
  async countTokens(
    request: ChatRequest,
    candidates: readonly CountCandidate[],
  ): Promise<UpstreamCount | undefined> {
    const usable = candidates.filter(
      ({ target }) => target.status === 'healthy' && !this.missing.isMissing(target),
    );
    if (usable.length === 0) return undefined;
    const deadline = startDeadline(request.client.signal, this.countMs);
    try {
      for (const candidate of usable.slice(0, MAX_ATTEMPTS)) {
        const count = await this.tryCounter(request, candidate, deadline.signal);
        if (count !== undefined) return count;
        request.client.signal.throwIfAborted();
        if (deadline.signal.aborted) return undefined;
      }
      return undefined;
    } finally {
      deadline.end();
    }
  }

  private async tryCounter(
    request: ChatRequest,
    candidate: CountCandidate,
    signal: CancelSignal,
  ): Promise<UpstreamCount | undefined> {
    const use = this.controls.health.begin(candidate.target);
    const reason = request.record.attempts.length === 0 ? 'first' : 'failover';
    const attempt = new Attempt({ candidate, use, reason }, request);
    try {
      const count = await this.sendInSlot(request, attempt, signal);
      attempt.record.outcome = 'ok';
      return count;
    } catch (thrown) {
      const { kind, upstreamStatus } = GatewayError.from(thrown);
      attempt.record.outcome = kind;
      attempt.record.upstreamStatus = upstreamStatus;
      this.missing.noteFailure(candidate.target, upstreamStatus);
      return undefined;
    } finally {
      attempt.record.durationMs = performance.now() - attempt.startedAt;
      use.abandoned();
    }
  }

  /** Respects the concurrency limit of the channel, but does not wait for a free slot. */
  private async sendInSlot(
    request: ChatRequest,
    attempt: Attempt<CountCandidate>,
    signal: CancelSignal,
  ): Promise<UpstreamCount> {
    const { id, maxConcurrency } = attempt.candidate.target.channel;
    if (maxConcurrency === undefined) return this.send(request, attempt, signal);
    const { slots } = this.controls;
    const release = await slots.acquire(id, maxConcurrency, {
      tokenId: request.token.id,
      signal: toAbortSignal(signal),
      isImpatient: true,
    });
    try {
      return await this.send(request, attempt, signal);
    } finally {
      release();
    }
  }

  private async send(
    request: ChatRequest,
    attempt: Attempt<CountCandidate>,
    signal: CancelSignal,
  ): Promise<UpstreamCount> {
    const { candidate, use, ordinal } = attempt;
    const { target, provider, url, upstreamFormat, change } = candidate;
    const hold = this.services.memory.open();
    try {
      const { body: prepared, headers, warnings } = await this.prepare(request, candidate, { hold, signal });
      await scanAhead(prepared);
      const counter = TOKEN_COUNTERS[upstreamFormat];
      const encoded = counter.encodeRequest(prepared, target.upstreamModel);
      const body = change === undefined ? encoded : await changeRequest(encoded, change);
      const { apiKey } = use;
      const response = await fetchTokenCount(this.services.http, {
        permit: attempt.permit,
        target,
        provider,
        url,
        body,
        headers,
        apiKey,
        signal,
      });
      const inputTokens = counter.decodeCount(parseCount(response));
      if (inputTokens === undefined) throw unreadable();
      const facts = { contentType: 'application/json', attempts: ordinal, warnings };
      request.record.warnings = warnings;
      return {
        inputTokens,
        ...(candidate.kind === 'passthrough' ? { body: response } : {}),
        headers: buildResponseHeaders(undefined, candidate, facts),
      };
    } finally {
      hold.release();
    }
  }

  private prepare(
    request: ChatRequest,
    candidate: CountCandidate,
    { hold, signal }: { hold: ReturnType<RelayServices['memory']['open']>; signal: CancelSignal },
  ): PreparedRequest | Promise<PreparedRequest> {
    const { rules } = this.services;
    if (candidate.kind === 'passthrough') return new PassthroughRequest(request, candidate, rules);
    const media = {
      fetchMedia: this.services.createMediaFetch(request),
      hold,
      signal: toAbortSignal(signal),
    };
    return prepareTranslation(request, candidate, { media, rules });
  }
}

function startDeadline(client: CancelSignal, timeoutMs: number): { signal: CancelSignal; end: () => void } {
  const signal = new CancelSource();
  const onGone = (): void => signal.abort(client.reason);
  if (client.aborted) onGone();
  else client.addEventListener('abort', onGone, { once: true });
  const timer = setTimeout(() => signal.abort(timedOut()), timeoutMs);
  const end = (): void => {
    clearTimeout(timer);
    client.removeEventListener('abort', onGone);
  };
  return { signal, end };
}

function timedOut(): GatewayError {
  return new GatewayError('upstream-timeout', 'The provider did not return a token count in time.');
}

function parseCount(response: Buffer): ReturnType<typeof readJsonObject> {
  try {
    return readJsonObject(response);
  } catch {
    throw unreadable();
  }
}

function unreadable(): GatewayError {
  return new GatewayError(
    'upstream-bad-response',
    'The provider returned a token count that could not be parsed.',
  );
}
