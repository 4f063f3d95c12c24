import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Smaller buffers are cheaper to leave to the garbage collector. */
const MIN_BYTES = 16 * 1024;

let closedPort: MessagePort | undefined;

/**
 * Frees the memory of buffers that are not used any more. V8 looks through the whole heap whenever 64 MB of buffers have
 * been allocated, which takes longer than the requests that allocated them; freed buffers do not count.
 */
export function freeBytes(buffers: readonly Buffer[]): void {
  for (const { buffer, byteLength } of buffers) {
    if (byteLength < MIN_BYTES || byteLength !== buffer.byteLength) continue;
    // A port whose other end is closed drops what is transferred to it.
    closedPort ??= createClosedPort();
    closedPort.postMessage(undefined, [buffer as ArrayBuffer]);
  }
}

function createClosedPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.unref();
  return port1;
}
