type Listener = () => void;

/** A value in the memory of the page: kept while the user navigates in the console, lost on reload. */
export interface MemoryStore<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: Listener) => () => void;
}

export function memoryStore<Value>(first: Value): MemoryStore<Value> {
  const listeners = new Set<Listener>();
  let present = first;
  return {
    get: () => present,
    set: (value) => {
      present = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
