import { type ChannelHealth } from '../health/channel-health.js';
import { type ChannelUse } from '../health/channel-use.js';
import { type HealthStatus, isUsable, getRank } from '../health/health-status.js';
import { type Target } from '../select-targets.js';
import { type Choice } from './choice.js';
import { type RetryBudget } from './retry-budget.js';

/** One way to serve a request; several may lead to one target. */
export interface RoutedCandidate {
  target: Target & Pick<Choice, 'model' | 'reason'>;
}

export interface RouteOptions {
  health: ChannelHealth;
  budget: RetryBudget;
}

/** `retry`: the same target once more, with another key or after a pause. */
export type StepReason = 'first' | 'failover' | 'fallback' | 'retry' | 'hedge';

export interface Step<Candidate extends RoutedCandidate> {
  candidate: Candidate;
  use: ChannelUse;
  reason: StepReason;
}

/** One request's way through its targets: what is tried next, and whether anything is. */
export class Route<Candidate extends RoutedCandidate> {
  private readonly steps: Step<Candidate>[] = [];

  /** Best first. */
  constructor(
    private readonly candidates: readonly Candidate[],
    private readonly parts: RouteOptions,
  ) {}

  /** The first step, or the next one after a failure. Undefined where there is none, or none that is allowed. */
  next(): Step<Candidate> | undefined {
    if (this.steps.length === 0) return this.begin();
    const refused = this.steps.findLast((step) => this.mayUseOtherKey(step));
    if (refused === undefined) return this.goOn();
    this.parts.budget.noteFailover();
    return this.step(refused.candidate, 'retry');
  }

  /** The same once more, after the pause that the upstream has asked for. */
  again(candidate: Candidate): Step<Candidate> | undefined {
    return this.parts.budget.take() ? this.step(candidate, 'retry') : undefined;
  }

  /** Whether there is somewhere else to go that nothing is known against. */
  get hasAlternative(): boolean {
    return this.judgeWaiting().some(({ status }) => isUsable(status));
  }

  /** A healthy target of the same model on another channel, to race the one that is under way. */
  hedge(): Step<Candidate> | undefined {
    const used = new Set(this.steps.map(({ candidate }) => candidate.target.channel.id));
    const isCandidate = ({ candidate, status }: Judged<Candidate>): boolean =>
      status === 'healthy' &&
      candidate.target.model === this.askedModel &&
      !used.has(candidate.target.channel.id);
    const candidate = this.judgeWaiting().find(isCandidate)?.candidate;
    if (candidate === undefined || !this.parts.budget.take()) return undefined;
    return this.step(candidate, 'hedge');
  }

  private begin(): Step<Candidate> | undefined {
    this.parts.budget.noteRequest();
    const [first] = this.candidates;
    if (first === undefined) return undefined;
    const isBest = this.candidates.length === 1 || this.parts.health.isHealthy(first.target);
    return this.step(isBest ? first : (this.bestWaiting()?.candidate ?? first), 'first');
  }

  private goOn(): Step<Candidate> | undefined {
    const best = this.bestWaiting();
    if (best === undefined) return undefined;
    if (isUsable(best.status)) this.parts.budget.noteFailover();
    else if (!this.parts.budget.take()) return undefined;
    return this.step(
      best.candidate,
      best.candidate.target.model === this.askedModel ? 'failover' : 'fallback',
    );
  }

  private step(candidate: Candidate, reason: StepReason): Step<Candidate> {
    const step = { candidate, use: this.parts.health.begin(candidate.target), reason };
    this.steps.push(step);
    return step;
  }

  /** As it stands now, which may not be how it stood when the ways were put in order. */
  private bestWaiting(): Judged<Candidate> | undefined {
    return this.judgeWaiting().toSorted((a, b) => getRank(a.status) - getRank(b.status))[0];
  }

  private get askedModel(): string | undefined {
    const { candidates } = this;
    return (candidates.find(({ target }) => target.reason !== 'fallback') ?? candidates[0])?.target.model;
  }

  private get waiting(): Candidate[] {
    return this.candidates.filter((one) => !this.steps.some(({ candidate }) => candidate === one));
  }

  private judgeWaiting(): Judged<Candidate>[] {
    const statuses = new Map<string, HealthStatus>();
    for (const [model, targets] of groupByModel(this.candidates)) {
      this.parts.health.getHealthStatuses(targets).forEach((status, index) => {
        statuses.set(`${targets[index]?.channel.id}\n${model}`, status);
      });
    }
    return this.waiting.map((candidate) => {
      const { channel, model } = candidate.target;
      return { candidate, status: statuses.get(`${channel.id}\n${model}`) ?? 'healthy' };
    });
  }

  /** Where its key was at fault the last time; each key is tried once at most. */
  private mayUseOtherKey({ candidate, use }: Step<Candidate>): boolean {
    const tried = this.steps.filter((step) => step.candidate === candidate);
    return (
      use.hasOtherKey && tried.at(-1)?.use === use && tried.length < candidate.target.channel.apiKeys.length
    );
  }
}

interface Judged<Candidate> {
  candidate: Candidate;
  status: HealthStatus;
}

function groupByModel(candidates: readonly RoutedCandidate[]): Map<string, Target[]> {
  const groups = new Map<string, Target[]>();
  for (const { target } of candidates) {
    const group = groups.get(target.model) ?? [];
    if (!group.some(({ channel }) => channel.id === target.channel.id)) group.push(target);
    groups.set(target.model, group);
  }
  return groups;
}
