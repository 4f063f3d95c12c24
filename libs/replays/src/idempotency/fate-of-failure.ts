import { type ErrorKind, type GatewayError } from '#canonical';

/**
 * - `remember`: the failure is the answer, and will be given again.
 * - `free`: nothing has happened; the key may be used for another try.
 * - `lose`: something was paid for, and there is nothing to show for it.
 */
export type Fate = 'remember' | 'free' | 'lose';

/** What an upstream says of the request itself, it will say again. */
const VERDICTS: ReadonlySet<ErrorKind> = new Set(['upstream-rejected', 'upstream-too-large']);

/** How one connection or one process ended, which is no answer to anybody who asks again. */
const CIRCUMSTANCES: ReadonlySet<ErrorKind> = new Set(['client-gone', 'shutting-down']);

/** Whether a request that failed may be run again under its key. Whoever was charged is never charged again for it. */
export function fateOfFailure({ kind, retryable }: GatewayError, wasCharged: boolean): Fate {
  if (VERDICTS.has(kind)) return 'remember';
  // An answer that was given up on may have been made, and paid for, all the same.
  if (kind === 'upstream-timeout' && !retryable) return 'remember';
  if (!wasCharged) return 'free';
  return CIRCUMSTANCES.has(kind) ? 'lose' : 'remember';
}
