import { GatewayError } from '#canonical';

const TIMEOUT_MS = 15_000;

/** Runs something that is over after a while, whatever the upstream does. */
export async function withinDeadline<Result>(run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const deadline = new AbortController();
  const timer = setTimeout(() => {
    deadline.abort(new GatewayError('upstream-timeout', 'The model service did not answer in time.'));
  }, TIMEOUT_MS);
  try {
    return await run(deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}
