import type { z } from 'zod';
import type { Path } from './problem.js';

/** Marks an issue whose message is a complete statement, not only the expected value. */
export const RULE = { rule: true } as const;

export function addRuleIssue(context: z.RefinementCtx, path: Path, statement: string): void {
  context.addIssue({ code: 'custom', path: [...path], message: statement, params: RULE });
}

/** A rule for a map: the keys cannot be combined. */
export function exclude<A extends string, B extends string>(first: A, second: B) {
  return (map: { [Key in A | B]?: unknown }, context: z.RefinementCtx) => {
    if (map[first] !== undefined && map[second] !== undefined) {
      addRuleIssue(context, [second], `cannot be combined with ${first}`);
    }
  };
}

/** A rule for the list named `list`: the values of the key must be unique. */
export function unique<K extends string>(list: string, key: K) {
  return (entries: readonly { [Key in K]?: string | undefined }[], context: z.RefinementCtx) => {
    for (const { position, earlier } of findDuplicates(entries, key))
      addRuleIssue(context, [position, key], describeDuplicate(list, earlier));
  };
}

/** The entries with the same value of the key as an earlier entry. */
export function findDuplicates<K extends string>(
  entries: readonly { [Key in K]?: string | undefined }[],
  key: K,
): { position: number; earlier: number }[] {
  const positions = new Map<string, number>();
  return entries.flatMap((entry, position) => {
    const value = entry[key];
    if (value === undefined) return [];
    const earlier = positions.get(value);
    positions.set(value, earlier ?? position);
    return earlier === undefined ? [] : [{ position, earlier }];
  });
}

export function describeDuplicate(list: string, earlier: number): string {
  return `is the same as in ${list}[${earlier}]`;
}
