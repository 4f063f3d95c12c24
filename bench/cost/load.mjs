/**
 * Sends requests with little CPU time: plain sockets, prepared bytes, and responses that are counted by their length or
 * their last chunk instead of parsed. A load that needs more CPU time than the measured system could not keep it busy.
 */
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

/** Shared by all connections, because the bytes of a read are processed before the next read. */
const READ = Buffer.allocUnsafeSlow(256 * 1024);
const UNTIL_LAST_CHUNK = -1;
const LAST_CHUNK = '0\r\n\r\n';

/**
 * Keeps a number of requests in progress for some seconds, or until a number of them has ended. Resolves with their
 * number, the duration, and the time to the first byte of each body (`firstMs`). `rampMs` distributes the first
 * requests over that time.
 */
export async function runLoad({
  port,
  bytes,
  connections,
  seconds = Infinity,
  requests = Infinity,
  rampMs = 0,
}) {
  const load = new Load({ port, bytes, requests });
  const startedAt = performance.now();
  const timer = seconds === Infinity ? undefined : setTimeout(() => load.stop(), seconds * 1_000);
  for (let index = 0; index < connections; index += 1) {
    if (rampMs > 0 && index > 0) await new Promise((resolve) => setTimeout(resolve, rampMs / connections));
    load.add();
  }
  await load.ended;
  clearTimeout(timer);
  return { done: load.done, seconds: (performance.now() - startedAt) / 1_000, firstMs: load.firstMs };
}

/** Opens streams, and resolves when each has received its first bytes. They stay open until they are closed. */
export async function openStreams({ port, bytes, count, perSecond }) {
  const load = new Load({ port, bytes, requests: Infinity });
  load.stop();
  const startedAt = performance.now();
  while (load.connections.size < count) {
    const due = Math.min(count, Math.ceil(((performance.now() - startedAt) / 1_000) * perSecond));
    while (load.connections.size < due) load.add();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const deadline = performance.now() + 30_000;
  while (load.firstMs.length < count && !load.failure && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, 20));
  if (load.failure) throw load.failure;
  return { begun: load.firstMs.length, firstMs: load.firstMs, close: () => load.drop() };
}

/** Sends one request and returns the headers and body as text, to check once that the response is the expected one. */
export function sendOnce({ port, bytes }) {
  return new Promise((resolve, reject) => {
    let text = '';
    const load = new Load({ port, bytes, requests: 1, onText: (chunk) => (text += chunk) });
    load.add();
    load.ended.then(() => resolve(text), reject);
  });
}

class Load {
  constructor({ port, bytes, requests, onText }) {
    this.port = port;
    this.bytes = bytes;
    this.left = requests;
    this.onText = onText;
    this.done = 0;
    this.firstMs = [];
    this.connections = new Set();
    this.ended = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Open streams report `failure` instead.
    this.ended.catch(() => undefined);
  }

  /** Every connection sends at least one request. */
  add() {
    this.left -= 1;
    this.connections.add(new Connection(this));
  }

  stop() {
    this.left = 0;
  }

  /** Whether another request is to follow on the same connection. */
  finish(connection) {
    this.done += 1;
    if (this.left > 0) {
      this.left -= 1;
      return true;
    }
    this.connections.delete(connection);
    connection.socket.destroy();
    if (this.connections.size === 0) this.resolve();
    return false;
  }

  fail(reason) {
    this.failure ??= new Error(reason);
    this.drop();
    this.reject(this.failure);
  }

  drop() {
    this.stop();
    for (const { socket } of this.connections) socket.removeAllListeners('close').destroy();
    this.connections.clear();
  }
}

class Connection {
  constructor(load) {
    this.load = load;
    this.startAnswer();
    this.socket = connect({
      port: load.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: READ, callback: (length) => this.read(length) },
    });
    this.socket.once('connect', () => this.send());
    this.socket.on('error', (error) => load.fail(error.message));
    this.socket.on('close', () => load.connections.has(this) && load.fail('a connection was closed'));
  }

  startAnswer() {
    this.head = '';
    this.isInBody = false;
    this.hasBegun = false;
    this.left = 0;
    this.tail = '';
  }

  send() {
    this.sentAt = performance.now();
    this.socket.write(this.load.bytes);
  }

  read(length) {
    this.load.onText?.(READ.latin1Slice(0, length));
    const at = this.isInBody ? 0 : this.readHead(length);
    if (!this.isInBody) return true;
    if (!this.hasBegun && at < length) {
      this.hasBegun = true;
      this.load.firstMs.push(performance.now() - this.sentAt);
    }
    if (!this.isAtEnd(at, length)) return true;
    this.startAnswer();
    if (this.load.finish(this)) this.send();
    return true;
  }

  /** The offset of the body in the bytes that were read. */
  readHead(length) {
    const before = this.head.length;
    this.head += READ.latin1Slice(0, length);
    const end = this.head.indexOf('\r\n\r\n');
    if (end < 0) return length;
    if (!this.head.startsWith('HTTP/1.1 200')) {
      this.load.fail(`an answer was not 200: ${this.head.slice(0, 1_000)}`);
      return length;
    }
    const declared = /\r\ncontent-length: (\d+)/i.exec(this.head);
    this.left = declared === null ? UNTIL_LAST_CHUNK : Number(declared[1]);
    this.isInBody = true;
    return end + 4 - before;
  }

  isAtEnd(at, length) {
    if (this.left !== UNTIL_LAST_CHUNK) {
      this.left -= length - at;
      return this.left === 0;
    }
    const last = READ.latin1Slice(Math.max(at, length - LAST_CHUNK.length), length);
    this.tail = (this.tail + last).slice(-LAST_CHUNK.length);
    return this.tail === LAST_CHUNK;
  }
}
