import { Gauge } from 'prom-client';
import { type Logger } from '../logger.js';
import { type ResponseFacts, ResponseFamilies } from './response-families.js';
import { createModelLabel } from './model-label.js';
import { API_PROCESSES } from './process-families.js';
import { ProcessMetrics } from './process-metrics.js';
import { RequestFamilies, type RunningRequest } from './request-families.js';
import {
  type BudgetScope,
  type CacheOutcome,
  type ContentOutcome,
  type HedgeOutcome,
  type OverloadReason,
  type RefusingLimit,
  RoutingFamilies,
} from './routing-families.js';
import { UsageFamilies, type UsageFacts } from './usage-families.js';

export interface MetricsOptions {
  /** Whether the catalog lists a model with exactly this name. */
  isListedModel: (model: string) => boolean;
  logger: Logger;
}

/** The metrics of an API process. Recording a value takes only a few additions. */
export class Metrics extends ProcessMetrics {
  private readonly requests: RequestFamilies;
  private readonly answers: ResponseFamilies;
  private readonly usage: UsageFamilies;
  private readonly routing: RoutingFamilies;

  constructor({ isListedModel, logger }: MetricsOptions) {
    const modelLabel = createModelLabel(isListedModel);
    super(logger, modelLabel);
    const { registry } = this;
    this.requests = new RequestFamilies(registry, modelLabel);
    this.answers = new ResponseFamilies(registry, modelLabel);
    this.usage = new UsageFamilies(registry, modelLabel);
    this.routing = new RoutingFamilies(registry);
    const processes = new Gauge({ ...API_PROCESSES, labelNames: ['state'], registers: [registry] });
    processes.set({ state: 'answering' }, 1);
  }

  requestStarted(): RunningRequest {
    return this.requests.start();
  }

  /** For a request that reached an upstream, by the requested model and the channel that was tried last. */
  responseCompleted(facts: ResponseFacts): void {
    this.answers.record(facts);
  }

  /** For a request that reached an upstream. A request that was refused before that has no usage. */
  usageRecorded(facts: UsageFacts): void {
    this.usage.record(facts);
  }

  attemptFinished(channel: string, outcome: string): void {
    this.routing.attempts.get(channel, outcome).add();
  }

  connectionRefused(address: string): void {
    this.routing.connectionsRefused.get(address).add();
  }

  retried(): void {
    this.routing.retries.add();
  }

  hedged(outcome: HedgeOutcome): void {
    this.routing.hedges[outcome].add();
  }

  limitRefused(limit: RefusingLimit): void {
    this.routing.limitsRefused[limit].add();
  }

  overloadRefused(reason: OverloadReason): void {
    this.routing.overloadRefused[reason].add();
  }

  budgetRefused(scope: BudgetScope): void {
    this.routing.budgetsRefused[scope].add();
  }

  cacheLookedUp(outcome: CacheOutcome): void {
    this.routing.cacheRequests[outcome].add();
  }

  contentRecorded(outcome: ContentOutcome): void {
    this.routing.recordedContents[outcome].add();
  }

  responseNotStored(): void {
    this.routing.responsesNotStored.add();
  }
}
