import { type ChannelHealth } from '../health/channel-health.js';
import { type ChannelUse } from '../health/channel-use.js';
import { type HealthStatus, isUsable, getRank } from '../health/health-status.js';
import { type Target } from '../select-targets.js';
import { type RoutedTarget } from './routed-target.js';
import { type RetryBudget } from './retry-budget.js';

/** A candidate of a request. Several candidates can have the same target. */
export interface SelectableCandidate {
  target: Target & Pick<RoutedTarget, 'model' | 'reason'>;
}

export interface SelectorOptions {
  health: ChannelHealth;
  budget: RetryBudget;
}

/** `retry`: the same target with another key or after a pause. */
export type AttemptReason = 'first' | 'failover' | 'fallback' | 'retry' | 'hedge';

export interface SelectedCandidate<Candidate extends SelectableCandidate> {
  candidate: Candidate;
  use: ChannelUse;
  reason: AttemptReason;
}

/** Selects the next candidate of a request to try. */
export class CandidateSelector<Candidate extends SelectableCandidate> {
  private readonly selected: SelectedCandidate<Candidate>[] = [];

  /** Best first. */
  constructor(
    private readonly candidates: readonly Candidate[],
    private readonly options: SelectorOptions,
  ) {}

  /** The first candidate, or the next one after a failure. Undefined if none is left or allowed. */
  next(): SelectedCandidate<Candidate> | undefined {
    if (this.selected.length === 0) return this.selectFirst();
    const refused = this.selected.findLast((selected) => this.canUseOtherKey(selected));
    if (refused === undefined) return this.failOver();
    this.options.budget.noteFailover();
    return this.select(refused.candidate, 'retry');
  }

  /** The same candidate, after the pause that its upstream requested. Undefined if the retry budget is exhausted. */
  retry(candidate: Candidate): SelectedCandidate<Candidate> | undefined {
    return this.options.budget.take() ? this.select(candidate, 'retry') : undefined;
  }

  /** Whether an untried candidate is usable. */
  get hasAlternative(): boolean {
    return this.rateUntried().some(({ status }) => isUsable(status));
  }

  /** A healthy candidate of the same model on another channel, to try while another attempt runs. */
  hedge(): SelectedCandidate<Candidate> | undefined {
    const used = new Set(this.selected.map(({ candidate }) => candidate.target.channel.id));
    const isCandidate = ({ candidate, status }: RatedCandidate<Candidate>): boolean =>
      status === 'healthy' &&
      candidate.target.model === this.requestedModel &&
      !used.has(candidate.target.channel.id);
    const candidate = this.rateUntried().find(isCandidate)?.candidate;
    if (candidate === undefined || !this.options.budget.take()) return undefined;
    return this.select(candidate, 'hedge');
  }

  private selectFirst(): SelectedCandidate<Candidate> | undefined {
    this.options.budget.noteRequest();
    const [first] = this.candidates;
    if (first === undefined) return undefined;
    const isBest = this.candidates.length === 1 || this.options.health.isHealthy(first.target);
    return this.select(isBest ? first : (this.findBestUntried()?.candidate ?? first), 'first');
  }

  private failOver(): SelectedCandidate<Candidate> | undefined {
    const best = this.findBestUntried();
    if (best === undefined) return undefined;
    if (isUsable(best.status)) this.options.budget.noteFailover();
    else if (!this.options.budget.take()) return undefined;
    return this.select(
      best.candidate,
      best.candidate.target.model === this.requestedModel ? 'failover' : 'fallback',
    );
  }

  private select(candidate: Candidate, reason: AttemptReason): SelectedCandidate<Candidate> {
    const selected = { candidate, use: this.options.health.begin(candidate.target), reason };
    this.selected.push(selected);
    return selected;
  }

  /** By the current health, which may have changed since the candidates were ordered. */
  private findBestUntried(): RatedCandidate<Candidate> | undefined {
    return this.rateUntried().toSorted((a, b) => getRank(a.status) - getRank(b.status))[0];
  }

  private get requestedModel(): string | undefined {
    const { candidates } = this;
    return (candidates.find(({ target }) => target.reason !== 'fallback') ?? candidates[0])?.target.model;
  }

  private get untried(): Candidate[] {
    return this.candidates.filter((one) => !this.selected.some(({ candidate }) => candidate === one));
  }

  private rateUntried(): RatedCandidate<Candidate>[] {
    const statuses = new Map<string, HealthStatus>();
    for (const [model, targets] of groupByModel(this.candidates)) {
      this.options.health.getHealthStatuses(targets).forEach((status, index) => {
        statuses.set(`${targets[index]?.channel.id}\n${model}`, status);
      });
    }
    return this.untried.map((candidate) => {
      const { channel, model } = candidate.target;
      return { candidate, status: statuses.get(`${channel.id}\n${model}`) ?? 'healthy' };
    });
  }

  /** Whether the last failure was caused by the key, and an untried key is left. */
  private canUseOtherKey({ candidate, use }: SelectedCandidate<Candidate>): boolean {
    const tried = this.selected.filter((selected) => selected.candidate === candidate);
    return (
      use.hasOtherKey && tried.at(-1)?.use === use && tried.length < candidate.target.channel.apiKeys.length
    );
  }
}

interface RatedCandidate<Candidate> {
  candidate: Candidate;
  status: HealthStatus;
}

function groupByModel(candidates: readonly SelectableCandidate[]): Map<string, Target[]> {
  const groups = new Map<string, Target[]>();
  for (const { target } of candidates) {
    const group = groups.get(target.model) ?? [];
    if (!group.some(({ channel }) => channel.id === target.channel.id)) group.push(target);
    groups.set(target.model, group);
  }
  return groups;
}
