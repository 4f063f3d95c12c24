import { type Registry } from 'prom-client';
import { CounterFamily, type CounterValue } from './counter-family.js';

const LIMITS = ['rpm', 'tpm', 'concurrency', 'requestsPerDay', 'sockets', 'overload'] as const;
const OVERLOAD_REASONS = ['share', 'full'] as const;
const BUDGET_SCOPES = ['token', 'owner', 'global'] as const;
const HEDGE_OUTCOMES = ['first-won', 'second-won', 'both-failed'] as const;
const CACHE_OUTCOMES = ['hit', 'miss'] as const;
const CONTENT_OUTCOMES = ['stored', 'dropped', 'failed'] as const;

/** The limit that refused a request. `overload` is the gateway's, the others are those of the token or its owner. */
export type RefusingLimit = (typeof LIMITS)[number];
/**
 * Whether a token had more than its share of an overloaded process, or the process accepted no more requests at all.
 */
export type OverloadReason = (typeof OVERLOAD_REASONS)[number];
export type BudgetScope = (typeof BUDGET_SCOPES)[number];
/**
 * Which of the two channels of a hedged request responded first: the first one, or the one tried because it was slow.
 */
export type HedgeOutcome = (typeof HEDGE_OUTCOMES)[number];
export type CacheOutcome = (typeof CACHE_OUTCOMES)[number];
/** The outcome of recording the content of a request. */
export type ContentOutcome = (typeof CONTENT_OUTCOMES)[number];

const MAX_ATTEMPT_KINDS = 2_000;
const MAX_ADDRESSES = 500;

const HEDGES = {
  name: 'modelgate_hedges_total',
  help: 'Hedged requests: races of two channels for the first token.',
  label: 'outcome',
};

/** Attempts, and the reasons why requests were refused or not sent. */
export class RoutingFamilies {
  readonly attempts: CounterFamily<'channel' | 'outcome'>;
  readonly connectionsRefused: CounterFamily<'address'>;
  readonly retries: CounterValue;
  readonly hedges: Record<HedgeOutcome, CounterValue>;
  readonly limitsRefused: Record<RefusingLimit, CounterValue>;
  readonly overloadRefused: Record<OverloadReason, CounterValue>;
  readonly budgetsRefused: Record<BudgetScope, CounterValue>;
  readonly cacheRequests: Record<CacheOutcome, CounterValue>;
  readonly recordedContents: Record<ContentOutcome, CounterValue>;
  readonly responsesNotStored: CounterValue;

  constructor(private readonly registry: Registry) {
    this.attempts = new CounterFamily(registry, {
      name: 'modelgate_upstream_attempts_total',
      help: 'Attempts to send a request to a channel, by result.',
      labels: ['channel', 'outcome'],
      max: MAX_ATTEMPT_KINDS,
    });
    this.connectionsRefused = new CounterFamily(registry, {
      name: 'modelgate_upstream_connections_refused_total',
      help: 'Attempts rejected because the address of the channel had too many connections.',
      labels: ['address'],
      max: MAX_ADDRESSES,
    });
    this.retries = this.counter(
      'modelgate_retries_total',
      'Retries: attempts after an earlier attempt of the same request failed.',
    );
    this.hedges = this.countersFor(HEDGE_OUTCOMES, HEDGES);
    this.limitsRefused = this.countersFor(LIMITS, {
      name: 'modelgate_limits_refused_total',
      help: 'Requests rejected by a limit.',
      label: 'limit',
    });
    this.overloadRefused = this.countersFor(OVERLOAD_REASONS, {
      name: 'modelgate_overload_refused_total',
      help: 'Requests rejected because the process was overloaded.',
      label: 'reason',
    });
    this.budgetsRefused = this.countersFor(BUDGET_SCOPES, {
      name: 'modelgate_budgets_refused_total',
      help: 'Requests rejected by a budget.',
      label: 'scope',
    });
    this.cacheRequests = this.countersFor(CACHE_OUTCOMES, {
      name: 'modelgate_cache_requests_total',
      help: 'Requests that used the response cache, by result.',
      label: 'outcome',
    });
    this.recordedContents = this.countersFor(CONTENT_OUTCOMES, {
      name: 'modelgate_recorded_contents_total',
      help: 'Requests of tokens with content recording, by result.',
      label: 'outcome',
    });
    this.responsesNotStored = this.counter(
      'modelgate_responses_not_stored_total',
      'Responses that could not be stored, neither in the database nor on disk.',
    );
  }

  private counter(name: string, help: string): CounterValue {
    return new CounterFamily(this.registry, { name, help, labels: [], max: 1 }).get();
  }

  /**
   * Exports all values from the start: the rate of a series that begins with its first event does not include that
   * event.
   */
  private countersFor<Value extends string>(
    values: readonly Value[],
    { name, help, label }: { name: string; help: string; label: string },
  ): Record<Value, CounterValue> {
    const family = new CounterFamily(this.registry, { name, help, labels: [label], max: values.length });
    return Object.fromEntries(values.map((value) => [value, family.get(value)])) as Record<
      Value,
      CounterValue
    >;
  }
}
