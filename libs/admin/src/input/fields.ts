import { HTTP_URL, isHttpUrl, isPrintableLine } from '#config';
import { listKnownProviders } from '#providers';
import { type FieldOptions, field } from './field.js';

/*
 * The field types of the DTOs. Types of a single resource are created with `checkedText`.
 */

const MAX_NAME_LENGTH = 128;
const MAX_EMAIL_LENGTH = 254;
const MAX_ID_LENGTH = 256;
const MAX_USD = 1_000_000_000;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

export interface Bounds {
  min: number;
  max: number;
}

/** A text that must satisfy a condition. */
export function checkedText(
  expected: string,
  isValid: (text: string) => boolean,
  options?: FieldOptions & { format?: string },
): PropertyDecorator {
  const { format, ...rest } = options ?? {};
  return field(
    {
      expected,
      schema: { type: 'string', ...(format === undefined ? {} : { format }) },
      accepts: (value) => typeof value === 'string' && isValid(value),
    },
    rest,
  );
}

export const Name = (options?: FieldOptions): PropertyDecorator =>
  checkedText(
    `a name (1 to ${MAX_NAME_LENGTH} characters, without leading or trailing spaces)`,
    (text) => isPrintableLine(text, MAX_NAME_LENGTH),
    options,
  );

/** A short text on one line. */
export const Line = (options?: FieldOptions): PropertyDecorator =>
  checkedText(
    `a string of 1 to ${MAX_ID_LENGTH} characters without line breaks`,
    (text) => isPrintableLine(text, MAX_ID_LENGTH),
    options,
  );

export const Email = (options?: FieldOptions): PropertyDecorator =>
  checkedText(
    'an email address',
    (text) => /^[^\s@]+@[^\s@]+$/.test(text) && isPrintableLine(text, MAX_EMAIL_LENGTH),
    options,
  );

/** Any text with a length within bounds, also with line breaks. */
export const Typed = ({ min, max }: Bounds, options?: FieldOptions): PropertyDecorator =>
  checkedText(
    `a string of ${min} to ${max} characters`,
    (text) => text.length >= min && text.length <= max,
    options,
  );

export const Url = (options?: FieldOptions): PropertyDecorator =>
  checkedText(HTTP_URL, isHttpUrl, { ...options, format: 'uri' });

export const Uuid = (options?: FieldOptions): PropertyDecorator =>
  checkedText('an id (a UUID)', (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text), {
    ...options,
    format: 'uuid',
  });

export const Moment = (options?: FieldOptions): PropertyDecorator =>
  checkedText(
    'a date and time with offset, such as 2030-01-01T00:00:00Z',
    (text) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
    { ...options, format: 'date-time' },
  );

export function OneOf(values: readonly string[], options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: `one of ${values.join(', ')}`,
      schema: { type: 'string', enum: [...values] },
      accepts: (value) => typeof value === 'string' && values.includes(value),
    },
    options,
  );
}

export const PROVIDER_ID = 'The id of a provider: `GET /api/providers` lists them.';

/** The id of a provider. The list is read at each validation, because the program registers providers at the start. */
export function ProviderId(options?: FieldOptions): PropertyDecorator {
  return field(
    {
      get expected() {
        return `one of ${listProviderIds().join(', ')}`;
      },
      schema: { type: 'string' },
      accepts: (value) => typeof value === 'string' && listProviderIds().includes(value),
    },
    { description: PROVIDER_ID, ...options },
  );
}

function listProviderIds(): string[] {
  return listKnownProviders().map(({ id }) => id);
}

export function Whole({ min, max }: Bounds, options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: `a whole number from ${min} to ${max}`,
      schema: { type: 'integer', minimum: min, maximum: max },
      accepts: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    },
    options,
  );
}

export function Usd(options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: `an amount in USD (0 to ${MAX_USD})`,
      schema: { type: 'number', minimum: 0, maximum: MAX_USD },
      accepts: (value) => typeof value === 'number' && value >= 0 && value <= MAX_USD,
    },
    options,
  );
}

export function Flag(options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: 'true or false',
      schema: { type: 'boolean' },
      accepts: (value) => typeof value === 'boolean',
    },
    options,
  );
}
