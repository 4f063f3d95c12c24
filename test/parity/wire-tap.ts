import { AsyncLocalStorage } from 'node:async_hooks';

/** The response on the wire, whichever client sent the request. */
export interface Received {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** One call of a client. */
class Tap {
  readonly received: Promise<Received | undefined>[] = [];

  constructor(readonly signal: AbortSignal) {}

  note(response: Response): void {
    const copy = response.clone();
    const { status, headers } = response;
    // Only a sample of requests without a valid token is recorded.
    if (status >= 400 && status !== UNAUTHORIZED) failedRequestIds.push(headers.get('x-request-id') ?? '');
    this.received.push(
      copy.arrayBuffer().then(
        (body) => ({ status, headers, bytes: Buffer.from(body) }),
        () => undefined,
      ),
    );
  }
}

/**
 * The ids of all responses with an error, in the order in which they were received. The suite that reads it clears it
 * first.
 */
export const failedRequestIds: string[] = [];

const UNAUTHORIZED = 401;

const taps = new AsyncLocalStorage<Tap>();
const plainFetch = globalThis.fetch;
const CALLED_OFF = 499;

/** Some clients have no setting for `fetch`, so the global one is replaced. It differs only within `observeCall`. */
globalThis.fetch = async (input, init) => {
  const tap = taps.getStore();
  // A client tests what `fetch` returns with a data URL.
  const isDataUrl = typeof input === 'string' && input.startsWith('data:');
  if (tap === undefined || isDataUrl) return plainFetch(input, init);
  const signals = [tap.signal, ...(init?.signal ? [init.signal] : [])];
  try {
    const response = await plainFetch(input, { ...init, signal: AbortSignal.any(signals) });
    tap.note(response);
    return response;
  } catch (error) {
    // One of the clients leaves a timer of several minutes running if there is no response.
    if (tap.signal.aborted) return Response.json({}, { status: CALLED_OFF });
    throw error;
  }
};

export interface ObservedCall {
  received: Received;
  /** The error that the client threw. */
  error: unknown;
}

/** Runs one call of a client. Throws unless it sends exactly one request. */
export async function observeCall(call: () => Promise<unknown>, signal: AbortSignal): Promise<ObservedCall> {
  const tap = new Tap(signal);
  const error: unknown = await taps.run(tap, call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const [received, ...others] = await Promise.all(tap.received);
  if (received === undefined || others.length > 0) {
    throw new Error(`a client got ${tap.received.length} answers, or none that was whole`, { cause: error });
  }
  return { received, error };
}
