import { CancelSource, GatewayError, type CancelSignal, toAbortSignal } from '#canonical';
import { askCounter } from '#upstream';
import { TOKEN_COUNTERS, changeRequest, readJsonObject, scanAhead } from '#wire';
import { Inject, Injectable } from '@nestjs/common';
import { answerHeaders } from '../answer-handler.js';
import { AttemptControls } from '../attempts/attempt-controls.js';
import { Attempt } from '../attempts/attempt.js';
import { type Exchange } from '../chat/exchange.js';
import { PassthroughExchange } from '../chat/passthrough-exchange.js';
import { prepareTranslation } from '../chat/translated-exchange.js';
import { RELAY_OPTIONS, type RelayOptions } from '../relay-options.js';
import { RelayTools } from '../relay-tools.js';
import { type ChatRequest } from '../relayed-request.js';
import { CounterMemory } from './counter-memory.js';
import { type CountPlan } from './plan-count.js';

/** For all counters together: whoever asks for a count waits to go on. */
const COUNT_MS = 5_000;
const MAX_ATTEMPTS = 3;

/** What a counter has said. */
export interface FoundCount {
  inputTokens: number;
  /** As it came, where the client speaks the same format. */
  body?: Buffer;
  headers: Record<string, string>;
}

/**
 * Asks the counters of services, one after the other, until one has counted. How they do says nothing of the channels that
 * they belong to: counters have limits and outages of their own.
 */
@Injectable()
export class CounterQueries {
  private readonly countMs: number;

  constructor(
    private readonly controls: AttemptControls,
    private readonly tools: RelayTools,
    private readonly memory: CounterMemory,
    @Inject(RELAY_OPTIONS) { countMs = COUNT_MS }: RelayOptions,
  ) {
    this.countMs = countMs;
  }

  /** Undefined where none has counted. Throws where the client has gone. */
  async ask(request: ChatRequest, plans: readonly CountPlan[]): Promise<FoundCount | undefined> {
    const usable = plans.filter(
      ({ target }) => target.status === 'healthy' && !this.memory.isMissing(target),
    );
    if (usable.length === 0) return undefined;
    const wanted = startDeadline(request.client.signal, this.countMs);
    try {
      for (const plan of usable.slice(0, MAX_ATTEMPTS)) {
        const found = await this.attempt(request, plan, wanted.signal);
        if (found !== undefined) return found;
        request.client.signal.throwIfAborted();
        if (wanted.signal.aborted) return undefined;
      }
      return undefined;
    } finally {
      wanted.end();
    }
  }

  private async attempt(
    request: ChatRequest,
    plan: CountPlan,
    signal: CancelSignal,
  ): Promise<FoundCount | undefined> {
    const use = this.controls.health.begin(plan.target);
    const reason = request.record.attempts.length === 0 ? 'first' : 'failover';
    const attempt = new Attempt({ candidate: plan, use, reason }, request);
    try {
      const found = await this.query(request, attempt, signal);
      attempt.record.outcome = 'ok';
      return found;
    } catch (thrown) {
      const { kind, upstreamStatus } = GatewayError.from(thrown);
      attempt.record.outcome = kind;
      attempt.record.upstreamStatus = upstreamStatus;
      this.memory.noteFailure(plan.target, upstreamStatus);
      return undefined;
    } finally {
      attempt.record.durationMs = performance.now() - attempt.startedAt;
      use.abandoned();
    }
  }

  /** Within what the channel is asked at a time; nobody queues for a count. */
  private async query(
    request: ChatRequest,
    attempt: Attempt<CountPlan>,
    signal: CancelSignal,
  ): Promise<FoundCount> {
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
    attempt: Attempt<CountPlan>,
    signal: CancelSignal,
  ): Promise<FoundCount> {
    const { candidate: plan, use, ordinal } = attempt;
    const { target, provider, url, upstreamFormat, change } = plan;
    const hold = this.tools.memory.open();
    try {
      const { body: asked, headers, warnings } = await this.prepare(request, plan, { hold, signal });
      await scanAhead(asked);
      const counter = TOKEN_COUNTERS[upstreamFormat];
      const encoded = counter.encodeRequest(asked, target.upstreamModel);
      const body = change === undefined ? encoded : await changeRequest(encoded, change);
      const { apiKey } = use;
      const answer = await askCounter(this.tools.http, {
        target,
        provider,
        url,
        body,
        headers,
        apiKey,
        signal,
      });
      const inputTokens = counter.decodeCount(parseAnswer(answer));
      if (inputTokens === undefined) throw unreadable();
      const facts = { contentType: 'application/json', attempts: ordinal, warnings };
      request.record.warnings = warnings;
      return {
        inputTokens,
        ...(plan.kind === 'passthrough' ? { body: answer } : {}),
        headers: answerHeaders(undefined, plan, facts),
      };
    } finally {
      hold.release();
    }
  }

  private prepare(
    request: ChatRequest,
    plan: CountPlan,
    { hold, signal }: { hold: ReturnType<RelayTools['memory']['open']>; signal: CancelSignal },
  ): Exchange | Promise<Exchange> {
    const { rules } = this.tools;
    if (plan.kind === 'passthrough') return new PassthroughExchange(request, plan, rules);
    const media = { fetchMedia: this.tools.fetchMediaOf(request), hold, signal: toAbortSignal(signal) };
    return prepareTranslation(request, plan, { media, rules });
  }
}

function startDeadline(client: CancelSignal, timeoutMs: number): { signal: CancelSignal; end: () => void } {
  const signal = new CancelSource();
  const onGone = (): void => signal.abort(client.reason);
  if (client.aborted) onGone();
  else client.addEventListener('abort', onGone, { once: true });
  const timer = setTimeout(() => signal.abort(notInTime()), timeoutMs);
  const end = (): void => {
    clearTimeout(timer);
    client.removeEventListener('abort', onGone);
  };
  return { signal, end };
}

function notInTime(): GatewayError {
  return new GatewayError('upstream-timeout', 'The model service did not count in time.');
}

function parseAnswer(answer: Buffer): ReturnType<typeof readJsonObject> {
  try {
    return readJsonObject(answer);
  } catch {
    throw unreadable();
  }
}

function unreadable(): GatewayError {
  return new GatewayError('upstream-bad-response', 'The model service sent a count that cannot be read.');
}
