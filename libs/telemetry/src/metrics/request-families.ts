import { Gauge, type Registry } from 'prom-client';
import { CounterFamily } from './counter-family.js';
import { HistogramFamily } from './histogram-family.js';
import { type ModelLabel } from './model-label.js';

/** What a client saw of its request. */
export interface RequestFacts {
  operation: string;
  /** The wire format it spoke. */
  format: string;
  /** `ok`, or what went wrong. */
  outcome: string;
  /** As the client named it; absent where the request was refused before it was read. */
  model?: string;
  durationMs: number;
  /** Absent where nothing was ever sent. */
  firstByteMs?: number;
}

/** A request that is counted as being under way until it is finished, which happens once however often it is said. */
export interface RunningRequest {
  finish(facts: RequestFacts): void;
}

const MAX_COMBINATIONS = 2_000;
const MAX_OPERATIONS = 50;
const DURATION_BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const FIRST_BYTE_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];

export class RequestFamilies {
  private running = 0;
  private readonly ended: CounterFamily<'operation' | 'format' | 'outcome' | 'model'>;
  private readonly durations: HistogramFamily<'operation'>;
  private readonly firstBytes: HistogramFamily<'operation'>;

  constructor(
    registry: Registry,
    private readonly modelLabel: ModelLabel,
  ) {
    this.ended = new CounterFamily(registry, {
      name: 'modelgate_requests_total',
      help: 'Model requests that have ended, by what became of them.',
      labels: ['operation', 'format', 'outcome', 'model'],
      max: MAX_COMBINATIONS,
      // Alerts need the outcome more than the model.
      fold: ([operation = '', format = '', outcome = '']) => [operation, format, outcome, 'other'],
    });
    this.durations = new HistogramFamily(registry, {
      name: 'modelgate_request_duration_seconds',
      help: 'From the arrival of a model request to the end of its answer.',
      labels: ['operation'],
      max: MAX_OPERATIONS,
      bounds: DURATION_BOUNDS,
    });
    this.firstBytes = new HistogramFamily(registry, {
      name: 'modelgate_first_byte_seconds',
      help: 'From the arrival of a model request to the first byte of its answer.',
      labels: ['operation'],
      max: MAX_OPERATIONS,
      bounds: FIRST_BYTE_BOUNDS,
    });
    this.addInFlight(registry);
  }

  start(): RunningRequest {
    this.running += 1;
    let isRunning = true;
    return {
      finish: (facts) => {
        if (isRunning) this.finish(facts);
        isRunning = false;
      },
    };
  }

  private finish({ operation, format, outcome, model, durationMs, firstByteMs }: RequestFacts): void {
    this.running -= 1;
    const label = model === undefined ? 'unknown' : this.modelLabel(model);
    this.ended.of(operation, format, outcome, label).add();
    this.durations.of(operation).observe(durationMs);
    if (firstByteMs !== undefined) this.firstBytes.of(operation).observe(firstByteMs);
  }

  private addInFlight(registry: Registry): void {
    const running = (): number => this.running;
    registry.registerMetric(
      new Gauge({
        name: 'modelgate_in_flight_requests',
        help: 'Model requests under way.',
        registers: [],
        collect() {
          this.set(running());
        },
      }),
    );
  }
}
