import { type GatewayError } from '#canonical';
import { type Channel } from '../../channel.js';
import { ChannelHealth } from '../../health/channel-health.js';
import { type RandomPick } from '../../select-targets.js';
import { type RoutedTarget } from '../routed-target.js';
import { chooseTargets } from '../choose-targets.js';
import { findModel } from '../find-model.js';
import { RetryBudget } from '../retry-budget.js';
import { CandidateSelector } from '../candidate-selector.js';
import { type RoutedModel } from '../routing-facts.js';
import { VirtualClock } from './virtual-clock.js';

export interface Reply {
  afterMs: number;
  error?: GatewayError;
}

/** `secondsIn` is the time since the start of the simulation. */
export type Upstream = (secondsIn: number, apiKey: string | undefined) => Reply;

export interface Scenario {
  channels: Channel[];
  upstreams: Record<string, Upstream>;
  requestsPerSecond: number;
  seconds: number;
  strategy?: RoutedModel['strategy'];
}

export interface SimulatedRequest {
  secondsIn: number;
  attempts: number;
  isError: boolean;
  /** The time of failed attempts. */
  lostMs: number;
  /** The last channel that was called. */
  channel: string;
}

interface Event {
  at: number;
  run(): void;
}

/** Sends requests through the real routing to simulated upstreams, on a virtual clock. */
export class Simulation {
  readonly requests: SimulatedRequest[] = [];
  private readonly clock = new VirtualClock();
  private readonly health = new ChannelHealth({
    logger: { info: () => undefined, warn: () => undefined },
    clock: this.clock,
  });
  private readonly budget = new RetryBudget(this.clock);
  private readonly events: Event[] = [];
  private readonly startedAt = this.clock.now();

  constructor(private readonly scenario: Scenario) {}

  run(): SimulatedRequest[] {
    this.scheduleArrival(0);
    for (let event = this.events.shift(); event !== undefined; event = this.events.shift()) {
      this.clock.advanceTo(event.at);
      event.run();
    }
    return this.requests;
  }

  private scheduleArrival(index: number): void {
    const { requestsPerSecond, seconds } = this.scenario;
    if (index >= seconds * requestsPerSecond) return;
    const apartMs = 1000 / requestsPerSecond;
    this.at(this.startedAt + apartMs * (index + this.clock.random()), () => {
      this.scheduleArrival(index + 1);
      this.arrive();
    });
  }

  private arrive(): void {
    const request: SimulatedRequest = {
      secondsIn: this.secondsIn,
      attempts: 0,
      isError: false,
      lostMs: 0,
      channel: '',
    };
    this.requests.push(request);
    const candidates = this.choose().map((target) => ({ target }));
    this.tryNext(new CandidateSelector(candidates, { health: this.health, budget: this.budget }), request);
  }

  private choose(): RoutedTarget[] {
    const { channels, strategy = 'priority' } = this.scenario;
    const randomPick: RandomPick = () => this.clock.random();
    const models = new Map([['m', { strategy, capabilities: null, fallbacks: null, timeouts: null }]]);
    return chooseTargets(findModel('m', { channels, models }), {
      channels,
      models,
      capability: 'chat',
      randomPick: randomPick,
      chance: this.clock.random(),
      getHealthStatuses: (targets) => this.health.getHealthStatuses(targets),
      getFirstByteMs: (target) => this.health.getFirstByteMs(target),
      getPrice: () => undefined,
    });
  }

  private tryNext(selector: CandidateSelector<{ target: RoutedTarget }>, request: SimulatedRequest): void {
    const selected = selector.next();
    if (selected === undefined) {
      request.isError = true;
      return;
    }
    const { use } = selected;
    request.attempts += 1;
    request.channel = selected.candidate.target.channel.name;
    const { afterMs, error } = this.call(request.channel, use.apiKey);
    this.at(this.clock.now() + afterMs, () => {
      if (error === undefined) {
        use.answered(afterMs);
        use.finished();
        return;
      }
      use.failed(error);
      request.lostMs += afterMs;
      this.tryNext(selector, request);
    });
  }

  private call(channel: string, apiKey: string | undefined): Reply {
    const upstream = this.scenario.upstreams[channel];
    if (upstream === undefined) throw new Error(`the channel ${channel} has no upstream`);
    return upstream(this.secondsIn, apiKey);
  }

  private get secondsIn(): number {
    return (this.clock.now() - this.startedAt) / 1000;
  }

  private at(at: number, run: () => void): void {
    const index = this.events.findLastIndex((event) => event.at <= at);
    this.events.splice(index + 1, 0, { at, run });
  }
}
