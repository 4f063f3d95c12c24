const PAUSE_MS = 10;

/** Asks again until there is an answer; fails where none comes in time. */
export async function until<Value>(
  ask: () => Value | undefined | Promise<Value | undefined>,
  timeoutMs: number,
): Promise<Value> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > giveUpAt) throw new Error(`no result within ${timeoutMs} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}
