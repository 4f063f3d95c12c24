import { type ChannelHealth } from '../health/channel-health.js';
import { type ChannelUse } from '../health/channel-use.js';
import { type Standing, isUsable, rankOf } from '../health/standing.js';
import { type Target } from '../select-targets.js';
import { type Choice } from './choice.js';
import { type RetryBudget } from './retry-budget.js';

/** One way to serve a request; several may lead to one target. */
export interface RoutedWay {
  target: Target & Pick<Choice, 'model' | 'reason'>;
}

export interface RouteOptions {
  health: ChannelHealth;
  budget: RetryBudget;
}

/** `retry`: the same target once more, with another key or after a pause. */
export type StepReason = 'first' | 'failover' | 'fallback' | 'retry' | 'hedge';

export interface Step<Way extends RoutedWay> {
  way: Way;
  use: ChannelUse;
  reason: StepReason;
}

/** One request's way through its targets: what is tried next, and whether anything is. */
export class Route<Way extends RoutedWay> {
  private readonly waiting: Way[];
  private readonly targetsByModel: ReadonlyMap<string, readonly Target[]>;
  private readonly askedModel: string | undefined;
  private readonly steps: Step<Way>[] = [];

  /** Best first. */
  constructor(
    ways: readonly Way[],
    private readonly parts: RouteOptions,
  ) {
    this.waiting = [...ways];
    this.askedModel = (ways.find(({ target }) => target.reason !== 'fallback') ?? ways[0])?.target.model;
    this.targetsByModel = groupByModel(ways);
  }

  /** The first step, or the next one after a failure. Undefined where there is none, or none that is allowed. */
  next(): Step<Way> | undefined {
    if (this.steps.length === 0) return this.begin();
    const refused = this.steps.findLast((step) => this.mayUseOtherKey(step));
    if (refused === undefined) return this.goOn();
    this.parts.budget.noteFailover();
    return this.step(refused.way, 'retry');
  }

  /** The same once more, after the pause that the upstream has asked for. */
  again(way: Way): Step<Way> | undefined {
    return this.parts.budget.take() ? this.step(way, 'retry') : undefined;
  }

  /** Whether there is somewhere else to go that nothing is known against. */
  get hasAlternative(): boolean {
    return this.judgeWaiting().some(({ standing }) => isUsable(standing));
  }

  /** A healthy target of the same model on another channel, to race the one that is under way. */
  hedge(): Step<Way> | undefined {
    const used = new Set(this.steps.map(({ way }) => way.target.channel.id));
    const isCandidate = ({ way, standing }: Judged<Way>): boolean =>
      standing === 'healthy' && way.target.model === this.askedModel && !used.has(way.target.channel.id);
    const way = this.judgeWaiting().find(isCandidate)?.way;
    if (way === undefined || !this.parts.budget.take()) return undefined;
    return this.step(way, 'hedge');
  }

  private begin(): Step<Way> | undefined {
    this.parts.budget.noteRequest();
    const best = this.bestWaiting();
    return best && this.step(best.way, 'first');
  }

  private goOn(): Step<Way> | undefined {
    const best = this.bestWaiting();
    if (best === undefined) return undefined;
    if (isUsable(best.standing)) this.parts.budget.noteFailover();
    else if (!this.parts.budget.take()) return undefined;
    return this.step(best.way, best.way.target.model === this.askedModel ? 'failover' : 'fallback');
  }

  private step(way: Way, reason: StepReason): Step<Way> {
    const index = this.waiting.indexOf(way);
    if (index !== -1) this.waiting.splice(index, 1);
    const step = { way, use: this.parts.health.begin(way.target), reason };
    this.steps.push(step);
    return step;
  }

  /** As it stands now, which may not be how it stood when the ways were put in order. */
  private bestWaiting(): Judged<Way> | undefined {
    return this.judgeWaiting().toSorted((a, b) => rankOf(a.standing) - rankOf(b.standing))[0];
  }

  private judgeWaiting(): Judged<Way>[] {
    const standings = new Map<string, Standing>();
    for (const [model, targets] of this.targetsByModel) {
      this.parts.health.standingsOf(targets).forEach((standing, index) => {
        standings.set(`${targets[index]?.channel.id}\n${model}`, standing);
      });
    }
    return this.waiting.map((way) => {
      const { channel, model } = way.target;
      return { way, standing: standings.get(`${channel.id}\n${model}`) ?? 'healthy' };
    });
  }

  /** Where its key was at fault the last time; each key is tried once at most. */
  private mayUseOtherKey({ way, use }: Step<Way>): boolean {
    const tried = this.steps.filter((step) => step.way === way);
    return use.hasOtherKey && tried.at(-1)?.use === use && tried.length < way.target.channel.apiKeys.length;
  }
}

interface Judged<Way> {
  way: Way;
  standing: Standing;
}

function groupByModel(ways: readonly RoutedWay[]): Map<string, Target[]> {
  const groups = new Map<string, Target[]>();
  for (const { target } of ways) {
    const group = groups.get(target.model) ?? [];
    if (!group.some(({ channel }) => channel.id === target.channel.id)) group.push(target);
    groups.set(target.model, group);
  }
  return groups;
}
