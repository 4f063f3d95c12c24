const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;

/** A duration as OpenAI writes it: `120ms`, `1s`, `6m0s`, `23h59m0s`; rounded up, so that nobody comes too early. */
export function encodeDuration(durationMs: number): string {
  const wholeMs = Math.max(0, Math.ceil(durationMs));
  if (wholeMs > 0 && wholeMs < 1_000) return `${wholeMs}ms`;
  const total = Math.ceil(wholeMs / 1_000);
  const hours = Math.floor(total / SECONDS_PER_HOUR);
  const minutes = Math.floor((total % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE);
  const seconds = total % SECONDS_PER_MINUTE;
  if (hours > 0) return `${hours}h${minutes}m${seconds}s`;
  return minutes > 0 ? `${minutes}m${seconds}s` : `${seconds}s`;
}
