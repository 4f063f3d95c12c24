import { type Registry } from 'prom-client';
import { CounterFamily, type Tally } from './counter-family.js';

const LIMITS = ['rpm', 'tpm', 'concurrency', 'requestsPerDay', 'sockets', 'overload'] as const;
const OVERLOAD_REASONS = ['share', 'full'] as const;
const BUDGET_SCOPES = ['token', 'owner', 'global'] as const;
const HEDGE_OUTCOMES = ['first-won', 'second-won', 'both-failed'] as const;
const CACHE_OUTCOMES = ['hit', 'miss'] as const;
const CONTENT_OUTCOMES = ['stored', 'dropped', 'failed'] as const;

/** What a request ran into; `overload` is the gateway's own, the others are its token's or its owner's. */
export type RefusingLimit = (typeof LIMITS)[number];
/** Whether a token asked for more than its share of an overloaded process, or there was no room for anyone. */
export type OverloadReason = (typeof OVERLOAD_REASONS)[number];
export type BudgetScope = (typeof BUDGET_SCOPES)[number];
/** Which of two channels that raced gave the answer: the one asked first, or the one asked because that was slow. */
export type HedgeOutcome = (typeof HEDGE_OUTCOMES)[number];
export type CacheOutcome = (typeof CACHE_OUTCOMES)[number];
/** What has become of what a request said, where its token wants that kept. */
export type ContentOutcome = (typeof CONTENT_OUTCOMES)[number];

const MAX_ATTEMPT_KINDS = 2_000;
const MAX_ADDRESSES = 500;

const HEDGES = {
  name: 'modelgate_hedges_total',
  help: 'Races of two channels for the first token.',
  label: 'outcome',
};

/** What happened to requests on their way: attempts, and the reasons not to make one. */
export class RoutingFamilies {
  readonly attempts: CounterFamily<'channel' | 'outcome'>;
  readonly connectionsRefused: CounterFamily<'address'>;
  readonly retries: Tally;
  readonly hedges: Record<HedgeOutcome, Tally>;
  readonly limitsRefused: Record<RefusingLimit, Tally>;
  readonly overloadRefused: Record<OverloadReason, Tally>;
  readonly budgetsRefused: Record<BudgetScope, Tally>;
  readonly cacheRequests: Record<CacheOutcome, Tally>;
  readonly recordedContents: Record<ContentOutcome, Tally>;
  readonly responsesNotStored: Tally;

  constructor(private readonly registry: Registry) {
    this.attempts = new CounterFamily(registry, {
      name: 'modelgate_upstream_attempts_total',
      help: 'Attempts to have a channel answer, by how they ended.',
      labels: ['channel', 'outcome'],
      max: MAX_ATTEMPT_KINDS,
    });
    this.connectionsRefused = new CounterFamily(registry, {
      name: 'modelgate_upstream_connections_refused_total',
      help: 'Attempts that found too many connections to the address of their channel in use.',
      labels: ['address'],
      max: MAX_ADDRESSES,
    });
    this.retries = this.counter(
      'modelgate_retries_total',
      'Attempts that were made because an earlier one of the same request had failed.',
    );
    this.hedges = this.countersFor(HEDGE_OUTCOMES, HEDGES);
    this.limitsRefused = this.countersFor(LIMITS, {
      name: 'modelgate_limits_refused_total',
      help: 'Requests that a limit refused.',
      label: 'limit',
    });
    this.overloadRefused = this.countersFor(OVERLOAD_REASONS, {
      name: 'modelgate_overload_refused_total',
      help: 'Requests that were refused because the process had more work than it could do.',
      label: 'reason',
    });
    this.budgetsRefused = this.countersFor(BUDGET_SCOPES, {
      name: 'modelgate_budgets_refused_total',
      help: 'Requests that a budget refused.',
      label: 'scope',
    });
    this.cacheRequests = this.countersFor(CACHE_OUTCOMES, {
      name: 'modelgate_cache_requests_total',
      help: 'Requests that asked for the response cache.',
      label: 'outcome',
    });
    this.recordedContents = this.countersFor(CONTENT_OUTCOMES, {
      name: 'modelgate_recorded_contents_total',
      help: 'Requests of tokens that want their content kept, by what became of it.',
      label: 'outcome',
    });
    this.responsesNotStored = this.counter(
      'modelgate_responses_not_stored_total',
      'Responses that were to be stored and could not be, neither in the database nor on disk.',
    );
  }

  private counter(name: string, help: string): Tally {
    return new CounterFamily(this.registry, { name, help, labels: [], max: 1 }).of();
  }

  /** Each value is there from the start: a rate over a series that begins with its first event misses that event. */
  private countersFor<Value extends string>(
    values: readonly Value[],
    { name, help, label }: { name: string; help: string; label: string },
  ): Record<Value, Tally> {
    const family = new CounterFamily(this.registry, { name, help, labels: [label], max: values.length });
    return Object.fromEntries(values.map((value) => [value, family.of(value)])) as Record<Value, Tally>;
  }
}
