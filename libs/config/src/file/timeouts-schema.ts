import * as values from './values.js';

const MAX_TIMEOUT_MS = 86_400_000;
/** The timeouts of common client libraries: first event of a stream, time between events, complete response. */
export const DEFAULT_TIMEOUTS = {
  connectMs: 5000,
  firstByteMs: 300_000,
  idleMs: 300_000,
  wholeMs: 600_000,
};

const timeoutMs = values.whole(1, MAX_TIMEOUT_MS);

export const channelTimeouts = values.mapOf('a map of connectMs, firstByteMs, idleMs and wholeMs', {
  connectMs: timeoutMs.default(DEFAULT_TIMEOUTS.connectMs),
  firstByteMs: timeoutMs.default(DEFAULT_TIMEOUTS.firstByteMs),
  idleMs: timeoutMs.default(DEFAULT_TIMEOUTS.idleMs),
  wholeMs: timeoutMs.default(DEFAULT_TIMEOUTS.wholeMs),
});

/** Timeouts that a model does not set come from its channels. The connect timeout does not depend on the model. */
export const modelTimeouts = values.mapOf('a map of firstByteMs, idleMs and wholeMs', {
  firstByteMs: timeoutMs.optional(),
  idleMs: timeoutMs.optional(),
  wholeMs: timeoutMs.optional(),
});
