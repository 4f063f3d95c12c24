import { parentPort } from 'node:worker_threads';
import { handleRequest } from './handle-request.js';
import { type MessageFromThread, type MessageToThread, decodeRequest, encodeError } from './messages.js';

interface RunningRequest {
  cancel: AbortController;
  /** The chunks of the body, once there is a response. */
  chunks?: AsyncIterator<Uint8Array>;
}

const requests = new Map<number, RunningRequest>();

parentPort?.on('message', (message: MessageToThread) => {
  const { id } = message;
  if ('request' in message) void runGuarded(id, () => startRequest(id, message.request));
  else if ('pull' in message) void runGuarded(id, () => sendNext(id));
  else abortRequest(id);
});

async function runGuarded(id: number, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (requests.delete(id)) post({ id, error: encodeError(error) });
  }
}

async function startRequest(id: number, sent: Parameters<typeof decodeRequest>[0]): Promise<void> {
  const running: RunningRequest = { cancel: new AbortController() };
  requests.set(id, running);
  const { status, headers, body } = await handleRequest(decodeRequest(sent), running.cancel.signal);
  running.chunks = body[Symbol.asyncIterator]();
  post({ id, head: { status, headers } });
}

async function sendNext(id: number): Promise<void> {
  const next = await requests.get(id)?.chunks?.next();
  if (next === undefined || !requests.has(id)) return;
  if (next.done === true) {
    requests.delete(id);
    post({ id, end: true });
    return;
  }
  // Copied, because a chunk may be a view of a larger buffer.
  const chunk = new Uint8Array(next.value);
  post({ id, chunk }, [chunk.buffer]);
}

function abortRequest(id: number): void {
  const running = requests.get(id);
  requests.delete(id);
  running?.cancel.abort();
  running?.chunks?.return?.().catch(() => undefined);
}

function post(message: MessageFromThread, transferred: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transferred);
}
