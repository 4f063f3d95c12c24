import { Gauge, Registry } from 'prom-client';
import { type Logger } from '../logger.js';
import { type MetricsSnapshot, getSnapshot } from './metrics-snapshot.js';
import { type ModelLabel, modelLabelFor } from './model-label.js';
import { addProcessFamilies } from './process-families.js';
import { programVersion } from './program-version.js';
import { RequestFamilies, type RunningRequest } from './request-families.js';
import {
  type BudgetScope,
  type CacheOutcome,
  type ContentOutcome,
  type HedgeOutcome,
  type RefusingLimit,
  RoutingFamilies,
} from './routing-families.js';
import { SOURCES, type Sample, type SourceName } from './sources.js';
import { UsageFamilies, type UsageFacts } from './usage-families.js';
import { HistogramFamily } from './histogram-family.js';

const TICK_MS = 500;

const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export interface MetricsOptions {
  /** Whether the catalog lists a model by this very name. */
  isListedModel: (model: string) => boolean;
  logger: Logger;
}

/** Everything that is counted in one process. Made once at its start; recording costs no more than a few additions. */
export class Metrics {
  /** What `expose` is written in. */
  static readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  private readonly registry = new Registry();
  private readonly modelLabel: ModelLabel;
  private readonly requests: RequestFamilies;
  private readonly usage: UsageFamilies;
  private readonly routing: RoutingFamilies;
  private readonly eventLoopWatch: NodeJS.Timeout;
  private readonly logger: Logger;

  constructor({ isListedModel, logger }: MetricsOptions) {
    this.logger = logger;
    this.modelLabel = modelLabelFor(isListedModel);
    this.requests = new RequestFamilies(this.registry);
    this.usage = new UsageFamilies(this.registry, this.modelLabel);
    this.routing = new RoutingFamilies(this.registry);
    addProcessFamilies(this.registry, programVersion());
    this.eventLoopWatch = watchEventLoop(this.registry);
  }

  requestStarted(): RunningRequest {
    return this.requests.start();
  }

  /** For a request that reached an upstream; one that was refused before has used nothing and is not asked for its cost. */
  usageRecorded(facts: UsageFacts): void {
    this.usage.record(facts);
  }

  attemptFinished(channel: string, outcome: string): void {
    this.routing.attempts.of(channel, outcome).add();
  }

  connectionRefused(address: string): void {
    this.routing.connectionsRefused.of(address).add();
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

  budgetRefused(scope: BudgetScope): void {
    this.routing.budgetsRefused[scope].add();
  }

  cacheAsked(outcome: CacheOutcome): void {
    this.routing.cacheRequests[outcome].add();
  }

  contentRecorded(outcome: ContentOutcome): void {
    this.routing.recordedContents[outcome].add();
  }

  /** Has a family read its values from their owner at each scrape. The family exists from then on. */
  addSource<Name extends SourceName>(name: Name, read: () => readonly Sample<Name>[]): void {
    const { help, labels, acrossProcesses } = SOURCES[name];
    const readInto = (gauge: Gauge): void => this.readSource(gauge, name, read);
    this.registry.registerMetric(
      new Gauge<string>({
        name: `modelgate_${name}`,
        help,
        labelNames: labels,
        aggregator: acrossProcesses,
        registers: [],
        collect() {
          readInto(this);
        },
      }),
    );
  }

  /** All families of this process as text. */
  expose(): Promise<string> {
    return this.registry.metrics();
  }

  /** All families of this process, to be combined with those of others. */
  snapshot(): Promise<MetricsSnapshot> {
    return getSnapshot(this.registry);
  }

  close(): void {
    clearInterval(this.eventLoopWatch);
  }

  onApplicationShutdown(): void {
    this.close();
  }

  /** A source that fails takes its own family with it and no other. */
  private readSource(gauge: Gauge, source: SourceName, read: () => readonly { value: number }[]): void {
    gauge.reset();
    // A gauge without labels begins at 0, which would be a statement.
    gauge.remove({});
    try {
      // Several models may share one label: their values add up.
      for (const { value, ...labels } of read()) gauge.inc(this.withModelLabel(labels), value);
    } catch (error) {
      this.logger.warn({ err: error, source }, 'a value for the metrics could not be read');
    }
  }

  private withModelLabel(labels: { model?: string }): { model?: string } {
    return labels.model === undefined ? labels : { ...labels, model: this.modelLabel(labels.model) };
  }
}

/** How late a timer comes, which is how long a request that arrives now has to wait for this process. */
function watchEventLoop(registry: Registry): NodeJS.Timeout {
  const delays = new HistogramFamily(registry, {
    name: 'modelgate_event_loop_delay_seconds',
    help: 'How long work that was due had to wait for the process.',
    labels: [],
    max: 1,
    boundsSeconds: BOUNDS,
  }).of();
  let dueAt = performance.now() + TICK_MS;
  return setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - dueAt));
    dueAt = now + TICK_MS;
  }, TICK_MS).unref();
}
