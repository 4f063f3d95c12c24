let last = Promise.resolve();

/** Resolves in an iteration of the event loop in which no other such promise of this process resolves. */
export function waitForOwnTick(): Promise<void> {
  last = last.then(
    () =>
      new Promise((resolve) => {
        setImmediate(resolve);
      }),
  );
  return last;
}
