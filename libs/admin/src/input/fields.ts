import { HTTP_URL, isHttpUrl, isPrintableLine } from '#config';
import { listKnownProviders } from '#providers';
import { type FieldOptions, field } from './field.js';

/*
 * The vocabulary of the DTOs. Another noun's own words are made with `checkedText`.
 */

const LONGEST_NAME = 128;
const LONGEST_EMAIL = 254;
const LONGEST_ID = 256;
const MOST_USD = 1_000_000_000;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

export interface Bounds {
  least: number;
  most: number;
}

/** A text that something else than its length decides about. */
export function checkedText(
  expected: string,
  isRight: (text: string) => boolean,
  options?: FieldOptions & { format?: string },
): PropertyDecorator {
  const { format, ...rest } = options ?? {};
  return field(
    {
      expected,
      schema: { type: 'string', ...(format === undefined ? {} : { format }) },
      accepts: (value) => typeof value === 'string' && isRight(value),
    },
    rest,
  );
}

export const Name = (options?: FieldOptions): PropertyDecorator =>
  checkedText(
    `a name (1 to ${LONGEST_NAME} characters, no space around it)`,
    (text) => isPrintableLine(text, LONGEST_NAME),
    options,
  );

/** A line that is looked for or shown. */
export const Line = (options?: FieldOptions): PropertyDecorator =>
  checkedText(
    `a text of 1 to ${LONGEST_ID} characters on one line`,
    (text) => isPrintableLine(text, LONGEST_ID),
    options,
  );

export const Email = (options?: FieldOptions): PropertyDecorator =>
  checkedText(
    'an e-mail address',
    (text) => /^[^\s@]+@[^\s@]+$/.test(text) && isPrintableLine(text, LONGEST_EMAIL),
    options,
  );

/** Any text within bounds: what somebody has typed and nobody else reads. */
export const Typed = ({ least, most }: Bounds, options?: FieldOptions): PropertyDecorator =>
  checkedText(
    `a text of ${least} to ${most} characters`,
    (text) => text.length >= least && text.length <= most,
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

/** The id of a provider. Which there are is known once the program has registered them. */
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

export function Whole({ least, most }: Bounds, options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: `a whole number from ${least} to ${most}`,
      schema: { type: 'integer', minimum: least, maximum: most },
      accepts: (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
    },
    options,
  );
}

export function Usd(options?: FieldOptions): PropertyDecorator {
  return field(
    {
      expected: `an amount in USD (0 to ${MOST_USD})`,
      schema: { type: 'number', minimum: 0, maximum: MOST_USD },
      accepts: (value) => typeof value === 'number' && value >= 0 && value <= MOST_USD,
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
