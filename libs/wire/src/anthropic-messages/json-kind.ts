import { ValidateBy, type ValidationOptions } from 'class-validator';

/** A member that may be long and is only forwarded: what kind of JSON it is, and no more. */
export type JsonKind = 'object' | 'array' | 'string' | 'null' | 'other';

export function IsJsonKind(kinds: readonly JsonKind[], options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isJsonKind',
      validator: {
        validate: (value) => kinds.some((kind) => kind === value),
        defaultMessage: () => `must be ${kinds.map((kind) => NAMES[kind]).join(' or ')}`,
      },
    },
    options,
  );
}

const NAMES: Record<JsonKind, string> = {
  object: 'an object',
  array: 'an array',
  string: 'a string',
  null: 'null',
  other: 'a number or a boolean',
};
