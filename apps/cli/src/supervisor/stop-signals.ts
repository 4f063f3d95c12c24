const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm and the terminal may both deliver one and the same Ctrl-C; what follows this soon is its echo. */
const echoWindowMs = 2_000;

export interface StopRequests {
  onFirst: () => void;
  /** A second signal: stop at once. */
  onInsisted: () => void;
}

/** Listens for signals to stop; returns a function that ends the listening. */
export function listenForStop(requests: StopRequests, now: () => number = performance.now.bind(performance)) {
  let firstAtMs: number | undefined;
  const onSignal = (): void => {
    if (firstAtMs === undefined) {
      firstAtMs = now();
      requests.onFirst();
    } else if (now() - firstAtMs >= echoWindowMs) {
      requests.onInsisted();
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  return (): void => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
