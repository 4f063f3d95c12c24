/** Makes it when it is first asked for. The browser takes many milliseconds to make a format of dates or numbers. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
