import { type ExposedFamily, type ExposedSample, getSeries } from './exposed-family.js';

/** For each set of labels, buckets never decrease, the last one has the total, and there is a sum. Throws otherwise. */
export function checkHistogram(family: ExposedFamily): void {
  const members = new Map<string, ExposedSample[]>();
  for (const sample of family.samples) {
    const { le: _bound, ...labels } = sample.labels;
    const key = getSeries(family.name, labels);
    members.set(key, [...(members.get(key) ?? []), sample]);
  }
  for (const [key, samples] of members) {
    if (!addsUp(family.name, samples)) throw new Error(`a histogram that does not add up: ${key}`);
  }
}

function addsUp(name: string, samples: readonly ExposedSample[]): boolean {
  const buckets = samples.filter((sample) => sample.name === `${name}_bucket`);
  const bounds = buckets.map(({ labels }) => Number(labels['le']?.replace('Inf', 'Infinity')));
  const count = samples.find((sample) => sample.name === `${name}_count`)?.value;
  return (
    isGrowing(bounds, (a, b) => a < b) &&
    isGrowing(
      buckets.map(({ value }) => value),
      (a, b) => a <= b,
    ) &&
    bounds.at(-1) === Infinity &&
    buckets.at(-1)?.value === count &&
    samples.some((sample) => sample.name === `${name}_sum`)
  );
}

function isGrowing(numbers: readonly number[], isBefore: (a: number, b: number) => boolean): boolean {
  return numbers.every((number, index) => index === 0 || isBefore(numbers[index - 1] ?? Number.NaN, number));
}
