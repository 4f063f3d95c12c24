export const METRICS_PARTS = Symbol('metrics parts');

export interface MetricsParts {
  /** The numbers of every process that shares the port, as text. */
  expose: () => Promise<string>;
  /** What others than this machine have to show. */
  token: string | undefined;
}
