const TIMEOUT_MS = 5_000;

/** Looks again until it is so; fails where that does not happen in time. */
export async function eventually(isSo: () => boolean): Promise<void> {
  const giveUpAtMs = performance.now() + TIMEOUT_MS;
  while (!isSo()) {
    if (performance.now() > giveUpAtMs) throw new Error(`it did not happen within ${TIMEOUT_MS} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 5);
    });
  }
}
