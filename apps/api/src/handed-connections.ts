import { type Worker } from 'node:cluster';
import { type EventEmitter } from 'node:events';

/** A connection as Node has it inside. */
interface TcpHandle {
  /** Closes it and tells the other side at once, whatever has been sent. */
  reset(): unknown;
}

/**
 * Resets connections that were handed to a process which died before it said that it has them. Node accepts connections
 * in the first process and keeps each until the process that is to serve it has answered; of one that dies meanwhile it
 * would keep the connection open for ever, and the client waiting.
 */
export function resetHandedConnections(worker: Worker): void {
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
  // It may be dead before anybody has said so: then what is sent to it fails, and nobody else listens.
  worker.on('error', reset);
}

/** How Node's own cluster asks a process to take a connection, and by which number it is answered. */
function isNewConnection(message: unknown): message is { seq: unknown } {
  return typeof message === 'object' && message !== null && 'act' in message && message.act === 'newconn';
}

function isHandle(handle: unknown): handle is TcpHandle {
  return typeof handle === 'object' && handle !== null && 'reset' in handle;
}
