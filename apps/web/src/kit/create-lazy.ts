/** Creates a value on first use. Creating an `Intl` format takes many milliseconds. */
export function createLazy<Value>(create: () => Value): () => Value {
  let cached: { value: Value } | undefined;
  return () => (cached ??= { value: create() }).value;
}
