const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** npm and the terminal may both deliver the same Ctrl-C, so signals within this time count as one. */
const duplicateWindowMs = 2_000;

export interface StopRequests {
  onFirst: () => void;
  /** A second signal: stop at once. */
  onRepeated: () => void;
}

/** Listens for stop signals. Returns a function that removes the listeners. */
export function listenForStop(requests: StopRequests, now: () => number = performance.now.bind(performance)) {
  let firstAtMs: number | undefined;
  const onSignal = (): void => {
    if (firstAtMs === undefined) {
      firstAtMs = now();
      requests.onFirst();
    } else if (now() - firstAtMs >= duplicateWindowMs) {
      requests.onRepeated();
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  return (): void => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}
