/**
 * One token's requests at a steady rate, whether they are answered or not. A process of its own, told what to do. It
 * speaks HTTP over plain sockets, with the same bytes for every request: a client library would take more time than the
 * gateway does for a refusal, and what is measured would be how the clients stand in each other's way.
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

/** A connection that carries one request at a time, and is made anew when it was lost. */
class Line {
  constructor(url, bytes) {
    this.url = url;
    this.bytes = bytes;
  }

  /** Tells the status; `failed` where there is none. */
  send(tell) {
    this.tell = tell;
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
    const { tell } = this;
    this.tell = undefined;
    tell?.(status);
  }
}
