/** The object without its undefined members, or undefined if no member is left. */
export function omitUndefined(members: Record<string, unknown>): Record<string, unknown> | undefined {
  const defined = Object.entries(members).filter(([, value]) => value !== undefined);
  return defined.length === 0 ? undefined : Object.fromEntries(defined);
}

export function undefinedIfEmpty<Value extends string | readonly unknown[]>(value: Value): Value | undefined {
  return value.length === 0 ? undefined : value;
}

/** Parses the arguments of a tool call. Some models write invalid JSON, which is sent as text. */
export function parseArguments(text: string): object {
  if (text.trim() === '') return {};
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : { value };
  } catch {
    return { text };
  }
}
