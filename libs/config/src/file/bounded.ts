import { z } from 'zod';
import { RULE } from './rules.js';

/** The maximum number of items of a list, and of members of a map with free names. */
const MAX_ITEMS = 1000;

/** Validation of a list ends after this number of problems, and no more are reported for an entry. */
export const MAX_ISSUES = 100;

/** Problems after which zod checks the rules between values, too. */
const PASSABLE = new Set(['custom', 'too_small', 'too_big', 'invalid_format']);

export interface ListBounds {
  /** A noun for a value that is not a list. */
  expected: string;
  /** A noun for an empty list. */
  nonEmpty: string;
  max?: number;
}

/** A list of at least one item. The length is checked before the items, because zod would parse all of them first. */
export function boundedList<T extends z.ZodType>(
  item: T,
  { expected, nonEmpty, max = MAX_ITEMS }: ListBounds,
) {
  return z.custom<z.input<T>[]>().transform((given: unknown, context): z.output<T>[] => {
    if (!Array.isArray(given)) {
      context.issues.push({ code: 'invalid_type', expected: 'array', message: expected, input: given });
      return z.NEVER;
    }
    if (given.length === 0) {
      context.issues.push({ code: 'custom', message: nonEmpty, input: given });
      return z.NEVER;
    }
    if (given.length > max) {
      context.issues.push({ ...describeExcess(given.length, max), input: given });
      return z.NEVER;
    }
    return parseItems(item, given, context);
  });
}

function parseItems<T extends z.ZodType>(
  item: T,
  given: readonly unknown[],
  { issues }: z.core.ParsePayload,
): z.output<T>[] {
  const items: z.output<T>[] = [];
  for (const [position, value] of given.entries()) {
    const result = item.safeParse(value);
    items.push(result.success ? result.data : (value as z.output<T>));
    for (const issue of result.error?.issues ?? []) {
      const path = [position, ...issue.path];
      issues.push({
        ...issue,
        path,
        input: value,
        continue: PASSABLE.has(issue.code),
      } as z.core.$ZodRawIssue);
    }
    if (issues.length >= MAX_ISSUES) break;
  }
  return items;
}

/** A map with free names. The number of its members is checked before their values. */
export function boundedMap<Output, Input>(schema: z.ZodType<Output, Input>) {
  return z
    .custom<Input>()
    .superRefine((given: unknown, context) => {
      if (typeof given !== 'object' || given === null) return;
      const count = Object.keys(given).length;
      if (count > MAX_ITEMS) context.addIssue(describeExcess(count, MAX_ITEMS));
    })
    .pipe(schema);
}

function describeExcess(count: number, max: number) {
  const message = `has ${count} items; the maximum is ${max}`;
  return { code: 'custom', message, params: RULE } as const;
}
