/**
 * Sends the requests of one token at a fixed rate, whether they have responses or not. It runs in its own process and
 * is controlled by messages. It writes the same bytes to plain sockets, because a client library would need more CPU
 * time than the gateway needs for a refusal.
 */
import { connect } from 'node:net';

const TICK_MS = 1;
const HEAD_END = '\r\n\r\n';

process.on('message', (order) => void run(order).then((result) => process.send(result)));
process.send('ready');

async function run({ url, key, body, perSecond, seconds, sockets }) {
  const bytes = toBytes(new URL(url), key, body);
  const lines = Array.from({ length: sockets }, () => new Line(new URL(url), bytes));
  const waiting = [];
  const results = [];
  const serve = (line) => {
    const request = waiting.shift();
    if (request === undefined) return void idle.push(line);
    line.send((status) => {
      results.push({ status, latencyMs: performance.now() - request.dueAt });
      serve(line);
    });
  };
  const idle = [...lines];
  const startedAt = performance.now();
  let sent = 0;
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const due = Math.floor(Math.min((now - startedAt) / 1000, seconds) * perSecond);
      for (; sent < due; sent += 1) {
        waiting.push({ dueAt: now });
        const line = idle.pop();
        if (line !== undefined) serve(line);
      }
      if (results.length < Math.floor(seconds * perSecond)) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  for (const line of lines) line.close();
  const statuses = {};
  for (const { status } of results) statuses[status] = (statuses[status] ?? 0) + 1;
  return { statuses, latenciesMs: results.map(({ latencyMs }) => latencyMs) };
}

function toBytes({ pathname, host }, key, body) {
  const head = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    `authorization: Bearer ${key}`,
  ];
  return Buffer.from(head.join('\r\n') + HEAD_END + body);
}

/** A connection with one request at a time, which reconnects after it was closed. */
class Line {
  constructor(url, bytes) {
    this.url = url;
    this.bytes = bytes;
  }

  /** Calls back with the status; `failed` if there is no response. */
  send(onStatus) {
    this.onStatus = onStatus;
    this.received = '';
    this.socket ??= this.open();
    this.socket.write(this.bytes);
  }

  close() {
    this.socket?.destroy();
  }

  open() {
    const socket = connect({ port: this.url.port, host: this.url.hostname, noDelay: true });
    socket.setEncoding('latin1');
    socket.on('data', (text) => this.read(text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.socket = undefined;
      this.end('failed');
    });
    return socket;
  }

  read(text) {
    this.received += text;
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const length = /^content-length: *(\d+)/im.exec(this.received)?.[1];
    if (this.received.length < headEnd + HEAD_END.length + Number(length)) return;
    this.end(this.received.slice(9, 12));
  }

  end(status) {
    const { onStatus } = this;
    this.onStatus = undefined;
    onStatus?.(status);
  }
}
