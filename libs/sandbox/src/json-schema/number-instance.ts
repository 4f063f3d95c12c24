import { type Schema } from './schema.js';

/** The smallest fitting number at or above zero, if there is one; `seed` steps on to others. */
export function numberInstance(schema: Schema, isInteger: boolean, seed: number): number {
  const step = schema.multipleOf ?? 1;
  const lowest = lowerBound(schema, isInteger);
  const highest = upperBound(schema, isInteger);
  const start = Math.min(Math.max(lowest, Math.min(0, highest)), highest);
  const aligned = Math.ceil(start / step) * step;
  const wanted = aligned + seed * step;
  if (wanted <= highest) return wanted;
  if (aligned <= highest) return aligned;
  // No whole step lies between the bounds.
  return schema.multipleOf === undefined ? (lowest + highest) / 2 : Math.floor(highest / step) * step;
}

function lowerBound({ minimum, exclusiveMinimum }: Schema, isInteger: boolean): number {
  const inclusive = minimum ?? Number.NEGATIVE_INFINITY;
  if (exclusiveMinimum === undefined) return isInteger ? Math.ceil(inclusive) : inclusive;
  const beyond = isInteger ? Math.floor(exclusiveMinimum) + 1 : exclusiveMinimum + 0.5;
  return Math.max(inclusive, beyond);
}

function upperBound({ maximum, exclusiveMaximum }: Schema, isInteger: boolean): number {
  const inclusive = maximum ?? Number.POSITIVE_INFINITY;
  if (exclusiveMaximum === undefined) return isInteger ? Math.floor(inclusive) : inclusive;
  const below = isInteger ? Math.ceil(exclusiveMaximum) - 1 : exclusiveMaximum - 0.5;
  return Math.min(inclusive, below);
}
