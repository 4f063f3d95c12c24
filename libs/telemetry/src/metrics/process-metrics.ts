import { Gauge, Registry } from 'prom-client';
import { type Logger } from '../logger.js';
import { DescriptorWatch } from './descriptor-watch.js';
import { HistogramFamily } from './histogram-family.js';
import { type MetricsSnapshot, getSnapshot } from './metrics-snapshot.js';
import { type ModelLabel } from './model-label.js';
import { addProcessFamilies } from './process-families.js';
import { programVersion } from './program-version.js';
import { SOURCES, type Sample, type SourceName } from './sources.js';

const TICK_MS = 500;

const BOUNDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

type Samples<Name extends SourceName> = readonly Sample<Name>[];

/** The metrics of any process of the gateway: its own, and sources that are read at each scrape. */
export class ProcessMetrics {
  /** The content type of `expose`. */
  static readonly contentType = Registry.PROMETHEUS_CONTENT_TYPE;

  protected readonly registry = new Registry();
  private readonly eventLoopWatch: NodeJS.Timeout;
  private readonly descriptors: DescriptorWatch;
  private readonly failing = new Set<SourceName>();

  constructor(
    private readonly logger: Logger,
    private readonly modelLabel: ModelLabel = () => 'other',
  ) {
    this.descriptors = new DescriptorWatch(logger);
    addProcessFamilies(this.registry, { version: programVersion(), descriptors: this.descriptors });
    this.eventLoopWatch = watchEventLoop(this.registry);
  }

  /** Adds a family whose values are read at each scrape. */
  addSource<Name extends SourceName>(name: Name, read: () => Samples<Name> | Promise<Samples<Name>>): void {
    const { help, labels, acrossProcesses } = SOURCES[name];
    const readInto = (gauge: Gauge): Promise<void> => this.readSource(gauge, name, read);
    this.registry.registerMetric(
      new Gauge<string>({
        name: `modelgate_${name}`,
        help,
        labelNames: labels,
        aggregator: acrossProcesses,
        registers: [],
        async collect() {
          await readInto(this);
        },
      }),
    );
  }

  /** All families of this process as text. */
  expose(): Promise<string> {
    return this.registry.metrics();
  }

  /** All families of this process, to be combined with those of other processes. */
  snapshot(): Promise<MetricsSnapshot> {
    return getSnapshot(this.registry);
  }

  close(): void {
    clearInterval(this.eventLoopWatch);
    this.descriptors.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }

  /** If a source fails, only its own family is missing. The failure is logged once until the source works again. */
  private async readSource(
    gauge: Gauge,
    source: SourceName,
    read: () => readonly { value: number }[] | Promise<readonly { value: number }[]>,
  ): Promise<void> {
    try {
      const samples = await read();
      clearGauge(gauge);
      // Several models can have the same label, so their values are summed.
      for (const { value, ...labels } of samples) gauge.inc(this.withModelLabel(labels), value);
      this.failing.delete(source);
    } catch (error) {
      clearGauge(gauge);
      if (this.failing.has(source)) return;
      this.failing.add(source);
      this.logger.warn({ err: error, source }, 'a metric value could not be read');
    }
  }

  private withModelLabel(labels: { model?: string }): { model?: string } {
    return labels.model === undefined ? labels : { ...labels, model: this.modelLabel(labels.model) };
  }
}

/** Removes the value: a gauge without labels has the value 0 after a reset, which would be wrong. */
function clearGauge(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}

/** Measures how late a timer fires, which is how long a new request waits for the event loop. */
function watchEventLoop(registry: Registry): NodeJS.Timeout {
  const delays = new HistogramFamily(registry, {
    name: 'modelgate_event_loop_delay_seconds',
    help: 'Event loop delay.',
    labels: [],
    max: 1,
    bounds: BOUNDS,
  }).get();
  let dueAt = performance.now() + TICK_MS;
  return setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - dueAt));
    dueAt = now + TICK_MS;
  }, TICK_MS).unref();
}
