export interface ExposedSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface ExposedFamily {
  name: string;
  type: string;
  samples: ExposedSample[];
}

/** The same for the same labels, in any order. */
export function getSeries(name: string, labels: Record<string, string>): string {
  return JSON.stringify([name, Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
