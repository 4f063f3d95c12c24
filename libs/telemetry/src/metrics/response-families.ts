import { type Registry } from 'prom-client';
import { HistogramFamily } from './histogram-family.js';
import { type ModelLabel } from './model-label.js';

/** The response to a request that reached an upstream. */
export interface ResponseFacts {
  /** The name in the request. */
  model: string;
  channel: string;
  durationMs: number;
  /** Absent if the response was not streamed, or empty. */
  firstTokenMs?: number;
  /** Absent if it cannot be computed. */
  outputTokensPerSecond?: number;
}

/**
 * The maximum number of pairs of a model and a channel. Each has some forty series, which Prometheus stores for weeks.
 */
const MAX_PAIRS = 300;
const DURATION_BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];
const FIRST_TOKEN_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const RATE_BOUNDS = [5, 10, 20, 40, 60, 80, 100, 150, 200, 400, 1_000];

const LABELS = ['model', 'channel'] as const;

export class ResponseFamilies {
  private readonly durations: HistogramFamily<'model' | 'channel'>;
  private readonly firstTokens: HistogramFamily<'model' | 'channel'>;
  private readonly rates: HistogramFamily<'model' | 'channel'>;

  constructor(
    registry: Registry,
    private readonly getLabel: ModelLabel,
  ) {
    const shared = { labels: LABELS, max: MAX_PAIRS };
    this.durations = new HistogramFamily(registry, {
      ...shared,
      name: 'modelgate_model_duration_seconds',
      help: 'Time from the arrival of a request that reached a channel to the end of its response.',
      bounds: DURATION_BOUNDS,
    });
    this.firstTokens = new HistogramFamily(registry, {
      ...shared,
      name: 'modelgate_first_token_seconds',
      help: 'Time from the arrival of a request to the first event of its streamed response.',
      bounds: FIRST_TOKEN_BOUNDS,
    });
    this.rates = new HistogramFamily(registry, {
      ...shared,
      name: 'modelgate_output_tokens_per_second',
      help: 'Output tokens of a streamed response per second, from its first event to its end.',
      bounds: RATE_BOUNDS,
    });
  }

  record({ model, channel, durationMs, firstTokenMs, outputTokensPerSecond }: ResponseFacts): void {
    const label = this.getLabel(model);
    this.durations.get(label, channel).observe(durationMs);
    if (firstTokenMs !== undefined) this.firstTokens.get(label, channel).observe(firstTokenMs);
    if (outputTokensPerSecond !== undefined) {
      this.rates.get(label, channel).observeAmount(outputTokensPerSecond);
    }
  }
}
