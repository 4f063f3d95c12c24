import { ValidateBy, type ValidationOptions } from 'class-validator';

const MAX_STOP_SEQUENCES = 16;

export function IsStopSequences(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isStopSequences',
      validator: {
        validate: (value) =>
          typeof value === 'string' ||
          (Array.isArray(value) &&
            value.length <= MAX_STOP_SEQUENCES &&
            value.every((item) => typeof item === 'string')),
        defaultMessage: () => `must be a string or an array of at most ${MAX_STOP_SEQUENCES} strings`,
      },
    },
    options,
  );
}
