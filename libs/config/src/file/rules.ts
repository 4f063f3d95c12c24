import type { z } from 'zod';
import type { Path } from './problem.js';

/** The mark of an issue whose message is a whole statement, not a noun like those of single values. */
export const RULE = { rule: true } as const;

export function addRuleIssue(context: z.RefinementCtx, path: Path, statement: string): void {
  context.addIssue({ code: 'custom', path: [...path], message: statement, params: RULE });
}

/** A rule for a map: not both keys. */
export function exclude<A extends string, B extends string>(first: A, second: B) {
  return (map: { [Key in A | B]?: unknown }, context: z.RefinementCtx) => {
    if (map[first] !== undefined && map[second] !== undefined) {
      addRuleIssue(context, [second], `cannot stand beside ${first}`);
    }
  };
}

/** A rule for a list called `list`: no two entries with the same value under the key. */
export function unique<K extends string>(list: string, key: K) {
  return (entries: readonly { [Key in K]?: string | undefined }[], context: z.RefinementCtx) => {
    for (const { position, earlier } of findRepeated(entries, key))
      addRuleIssue(context, [position, key], describeRepeated(list, earlier));
  };
}

/** The entries whose value under the key an earlier entry has, too. */
export function findRepeated<K extends string>(
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

export function describeRepeated(list: string, earlier: number): string {
  return `is the same as in ${list}[${earlier}]`;
}
