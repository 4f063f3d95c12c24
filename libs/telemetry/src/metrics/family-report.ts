/** One family of numbers, as the registry takes it and as it travels between processes. */
export interface FamilyReport {
  name: string;
  help: string;
  type: string;
  /** How those of several processes become one. */
  aggregator: string;
  values: ReportedValue[];
}

export interface ReportedValue {
  value: number;
  labels: Record<string, string | number>;
  /** Where a value has another name than its family. */
  metricName?: string;
}

export interface FamilyOptions<Label extends string> {
  name: string;
  help: string;
  labels: readonly Label[];
  /** The most sets of label values that are told apart. */
  max: number;
  /** What becomes of the label values of a set too many; all of them are "other" where nothing is given. */
  fold?: (values: string[]) => string[];
}

/** `values` in the order of their names. */
export function labelled(names: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
}
