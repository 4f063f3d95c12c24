import { ValidateBy, type ValidationOptions } from 'class-validator';

/** Text, several texts, the tokens of one, or the tokens of several. */
export function IsPrompt(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isPrompt',
      validator: {
        validate: isPrompt,
        defaultMessage: () => 'must be a string, or an array of strings or tokens',
      },
    },
    options,
  );
}

function isPrompt(value: unknown): boolean {
  if (typeof value === 'string') return true;
  if (!Array.isArray(value) || value.length === 0) return false;
  return (
    value.every((element) => typeof element === 'string') ||
    isTokens(value) ||
    value.every((element) => Array.isArray(element) && isTokens(element))
  );
}

function isTokens(value: readonly unknown[]): boolean {
  return value.every((element) => Number.isInteger(element));
}
