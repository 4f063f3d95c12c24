import { Gauge, type Registry } from 'prom-client';
import { CounterFamily } from './counter-family.js';
import { HistogramFamily } from './histogram-family.js';
import { type ModelLabel } from './model-label.js';

/** A finished request from the client's point of view. */
export interface RequestFacts {
  operation: string;
  /** The client's wire format. */
  format: string;
  /** `ok` or an error kind. */
  outcome: string;
  /** The name in the request; absent if the request was refused before its body was read. */
  model?: string;
  durationMs: number;
  /** Absent if nothing was sent. */
  firstByteMs?: number;
}

/** A request that counts as running until `finish` is called. Further calls have no effect. */
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
      help: 'Finished model requests, by outcome.',
      labels: ['operation', 'format', 'outcome', 'model'],
      max: MAX_COMBINATIONS,
      // The outcome is more important for alerts than the model.
      fold: ([operation = '', format = '', outcome = '']) => [operation, format, outcome, 'other'],
    });
    this.durations = new HistogramFamily(registry, {
      name: 'modelgate_request_duration_seconds',
      help: 'Time from the arrival of a model request to the end of its response.',
      labels: ['operation'],
      max: MAX_OPERATIONS,
      bounds: DURATION_BOUNDS,
    });
    this.firstBytes = new HistogramFamily(registry, {
      name: 'modelgate_first_byte_seconds',
      help: 'Time from the arrival of a model request to the first byte of its response.',
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
    this.ended.get(operation, format, outcome, label).add();
    this.durations.get(operation).observe(durationMs);
    if (firstByteMs !== undefined) this.firstBytes.get(operation).observe(firstByteMs);
  }

  private addInFlight(registry: Registry): void {
    const running = (): number => this.running;
    registry.registerMetric(
      new Gauge({
        name: 'modelgate_in_flight_requests',
        help: 'Model requests in progress.',
        registers: [],
        collect() {
          this.set(running());
        },
      }),
    );
  }
}
