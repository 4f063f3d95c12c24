import { changeMembers } from './change.js';
import { type OutputLimit, isForm } from './request-view.js';
import { numberIn } from './requested-values.js';

/**
 * The output limit of a format that keeps it in a member of the document. The first of `names` is the one that is
 * set where none is given, unless the format requires its clients to give one.
 */
export function outputMember(
  names: readonly [string, ...string[]],
  { isRequired = false } = {},
): OutputLimit {
  return {
    cap(body) {
      if (isForm(body)) return undefined;
      const given = names
        .map((param) => ({ param, limit: numberIn(body[param]) }))
        .filter(({ limit }) => limit !== undefined);
      const [highest] = given.toSorted((a, b) => (b.limit ?? 0) - (a.limit ?? 0));
      if (highest !== undefined) return highest;
      const isAbsent = names.every((name) => (body[name] ?? null) === null);
      return isAbsent && !isRequired ? { param: names[0] } : undefined;
    },

    withLimit(body, limit) {
      if (isForm(body)) return body;
      const isNamed = (key: string): boolean => names.includes(key);
      const lowered = changeMembers(body, (value, key) =>
        isNamed(key) && (numberIn(value) ?? 0) > limit ? limit : value,
      );
      const isGiven = names.some((name) => (body[name] ?? null) !== null);
      return isGiven || isRequired ? lowered : { ...lowered, [names[0]]: limit };
    },
  };
}
