/** Without the members that say nothing; undefined where none says anything. */
export function defined(members: Record<string, unknown>): Record<string, unknown> | undefined {
  const said = Object.entries(members).filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

export function nonEmpty<Value extends string | readonly unknown[]>(value: Value): Value | undefined {
  return value.length === 0 ? undefined : value;
}

/** The arguments of a call as a value. Models that write broken JSON exist: theirs is passed on as text. */
export function parsedArguments(text: string): object {
  if (text.trim() === '') return {};
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : { value };
  } catch {
    return { text };
  }
}
