const UNTOUCHED = 0.6;
const ROOM = 0.32;

/** Leaves quiet samples alone and bends loud ones, so that nothing is ever louder than 0.92. */
export function softLimit(sample: number): number {
  const size = Math.abs(sample);
  if (size <= UNTOUCHED) return sample;
  return Math.sign(sample) * (UNTOUCHED + ROOM * Math.tanh((size - UNTOUCHED) / ROOM));
}
