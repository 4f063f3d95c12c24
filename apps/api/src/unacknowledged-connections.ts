import { type Worker } from 'node:cluster';
import { type EventEmitter } from 'node:events';

/** Node's internal handle of a connection. */
interface TcpHandle {
  /** Sends a TCP reset. */
  reset(): unknown;
}

/**
 * Resets connections that were sent to an API process that exited before it acknowledged them. Node accepts connections in the
 * primary process and passes each to an API process. It does not close a connection without acknowledgement, so the client would
 * wait for ever.
 */
export function resetUnacknowledgedConnections(worker: Worker): void {
  const { process: child } = worker;
  const handed = new Map<unknown, TcpHandle>();
  const send = child.send.bind(child) as (...values: unknown[]) => boolean;
  child.send = (...values: unknown[]): boolean => {
    const [message, handle] = values;
    if (isNewConnection(message) && isHandle(handle)) handed.set(message.seq, handle);
    return send(...values);
  };
  const events: EventEmitter = child;
  events.on('internalMessage', (message: { ack?: unknown }) => handed.delete(message.ack));
  const reset = (): void => {
    for (const handle of handed.values()) handle.reset();
    handed.clear();
  };
  child.once('exit', reset);
  // Sending to a process that has just exited emits an error before its exit event. The error has no other listener.
  worker.on('error', reset);
}

/** The internal message of Node's cluster that passes a connection. The acknowledgement has the same `seq`. */
function isNewConnection(message: unknown): message is { seq: unknown } {
  return typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn';
}

function isHandle(handle: unknown): handle is TcpHandle {
  return typeof handle === 'object' && handle !== null && 'reset' in handle;
}
