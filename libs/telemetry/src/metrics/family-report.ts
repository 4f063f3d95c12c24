/** A metric family as registered, and as sent between processes. */
export interface FamilyReport {
  name: string;
  help: string;
  type: string;
  /** How the values of several processes are combined. */
  aggregator: string;
  values: ReportedValue[];
}

export interface ReportedValue {
  value: number;
  labels: Record<string, string | number>;
  /** Set if the value has another name than its family. */
  metricName?: string;
}

export interface FamilyOptions<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
  /** The maximum number of different sets of label values. */
  max: number;
  /** Reduces the label values of sets beyond the maximum; all of them become "other" by default. */
  fold?: (values: string[]) => string[];
}

/** `values` in the order of `names`. */
export function toLabels(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}
