import { type Directives } from './directives.js';
import { pause } from './pause.js';
import { simulatedFailure } from './simulated-failure.js';

/** What directives say about the time before the first byte: a delay, and perhaps a failure in its place. */
export async function beginAsDirected(
  { status, retryAfterSeconds, delayMs }: Directives,
  signal: AbortSignal,
): Promise<void> {
  await pause(delayMs, signal);
  if (status !== undefined) throw simulatedFailure(status, retryAfterSeconds);
}
