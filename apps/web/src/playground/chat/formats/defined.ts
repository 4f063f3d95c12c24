/** Without the members that say nothing; undefined where none says anything. */
export function defined(members: Record<string, unknown>): Record<string, unknown> | undefined {
  const said = Object.entries(members).filter(([, value]) => value !== undefined);
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

export function nonEmpty<Value extends string | readonly unknown[]>(value: Value): Value | undefined {
  return value.length === 0 ? undefined : value;
}
