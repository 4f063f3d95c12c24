import { type FieldOptions, field } from './field.js';
import { Whole } from './fields.js';

/** How many, however many that are. */
export const Count = (options?: FieldOptions): PropertyDecorator =>
  Whole({ min: 0, max: Number.MAX_SAFE_INTEGER }, options);

/** A number that need not be whole. */
export function Measure(options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: 'a number from 0 on',
      schema: { type: 'number', minimum: 0 },
      accepts: (value) => typeof value === 'number' && value >= 0,
    },
    options,
  );
}

/** An object whose members are not said here. */
export function Facts(options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: 'an object',
      schema: { type: 'object' },
      accepts: (value) => typeof value === 'object' && value !== null,
    },
    options,
  );
}
