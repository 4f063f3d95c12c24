import { parentPort } from 'node:worker_threads';
import { answerRequest } from './answer-request.js';
import { type FromThread, type ToThread, decodeRequest, encodeError } from './messages.js';

interface Running {
  cancel: AbortController;
  /** Of the body, once there is a response. */
  chunks?: AsyncIterator<Uint8Array>;
}

const requests = new Map<number, Running>();

parentPort?.on('message', (message: ToThread) => {
  const { id } = message;
  if ('request' in message) void guard(id, () => begin(id, message.request));
  else if ('pull' in message) void guard(id, () => sendNext(id));
  else abort(id);
});

async function guard(id: number, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (requests.delete(id)) send({ id, error: encodeError(error) });
  }
}

async function begin(id: number, sent: Parameters<typeof decodeRequest>[0]): Promise<void> {
  const running: Running = { cancel: new AbortController() };
  requests.set(id, running);
  const { status, headers, body } = await answerRequest(decodeRequest(sent), running.cancel.signal);
  running.chunks = body[Symbol.asyncIterator]();
  send({ id, head: { status, headers } });
}

async function sendNext(id: number): Promise<void> {
  const next = await requests.get(id)?.chunks?.next();
  if (next === undefined || !requests.has(id)) return;
  if (next.done === true) {
    requests.delete(id);
    send({ id, end: true });
    return;
  }
  // What is sent is a copy of its own: a chunk may be a part of a larger buffer.
  const chunk = new Uint8Array(next.value);
  send({ id, chunk }, [chunk.buffer]);
}

function abort(id: number): void {
  const running = requests.get(id);
  requests.delete(id);
  running?.cancel.abort();
  running?.chunks?.return?.().catch(() => undefined);
}

function send(message: FromThread, moved: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, moved);
}
