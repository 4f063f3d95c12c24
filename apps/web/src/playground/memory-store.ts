type Listener = () => void;

/** A value in the memory of the page: kept while the user navigates in the console, lost on reload. */
export interface MemoryStore<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: Listener) => () => void;
}

export function memoryStore<Value>(initial: Value): MemoryStore<Value> {
  const listeners = new Set<Listener>();
  let current = initial;
  return {
    get: () => current,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
