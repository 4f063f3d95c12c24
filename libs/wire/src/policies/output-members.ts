import { changeMembers } from './change.js';
import { type OutputLimit, isForm } from './request-view.js';
import { parseNumber } from './requested-values.js';

/**
 * The output limit of a format with the limit in a top-level member. The first of `names` is added if none is set,
 * unless the format requires clients to set it.
 */
export function createOutputLimit(
  names: readonly [string, ...string[]],
  { isRequired = false } = {},
): OutputLimit {
  return {
    cap(body) {
      if (isForm(body)) return undefined;
      const limits = names
        .map((param) => ({ param, limit: parseNumber(body[param]) }))
        .filter(({ limit }) => limit !== undefined);
      const [highest] = limits.toSorted((a, b) => (b.limit ?? 0) - (a.limit ?? 0));
      if (highest !== undefined) return highest;
      const isAbsent = names.every((name) => (body[name] ?? null) === null);
      return isAbsent && !isRequired ? { param: names[0] } : undefined;
    },

    withLimit(body, limit) {
      if (isForm(body)) return body;
      const isNamed = (key: string): boolean => names.includes(key);
      const lowered = changeMembers(body, (value, key) =>
        isNamed(key) && (parseNumber(value) ?? 0) > limit ? limit : value,
      );
      const isGiven = names.some((name) => (body[name] ?? null) !== null);
      return isGiven || isRequired ? lowered : { ...lowered, [names[0]]: limit };
    },
  };
}
