/** Calls the function again until its result is neither undefined nor false, and returns that; throws after the timeout. */
export async function eventually<Value>(
  look: () => Value | undefined | Promise<Value | undefined>,
  timeoutMs = 20_000,
): Promise<Value> {
  const giveUpAtMs = performance.now() + timeoutMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 1.5, 100)) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > giveUpAtMs) throw new Error(`no result within ${timeoutMs} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
}
