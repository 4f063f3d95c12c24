/**
 * Sends requests at fixed rates, whether they are answered or not, over a fixed number of connections per token. A
 * request that finds no free connection when it is due is counted as `unsent`. A process of its own, controlled by
 * messages.
 */
import { connect } from 'node:net';

const TICK_MS = 1;
const HEAD_END = '\r\n\r\n';
/** So that all connections are accepted before the first request. */
const SETTLE_MS = 1_500;
const GIVE_UP_MS = 30_000;

process.on('message', (order) => void run(order).then((results) => process.send({ results })));
process.once('disconnect', () => process.exit());
process.send('ready');

async function run({ flows, seconds }) {
  const opened = await Promise.all(flows.map(openConnections));
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  process.send('started');
  return Promise.all(flows.map((flow, index) => runFlow(flow, opened[index], seconds)));
}

/** The clients are connected before the overload, because this does not measure how fast connections are accepted. */
async function openConnections(flow) {
  const { port, key, connections } = flow;
  const bytes = buildRequest(flow);
  const all = Array.from({ length: connections }, () => new Connection(port, bytes));
  if (key !== undefined) await Promise.all(all.map((connection) => connection.connect()));
  return all;
}

/** The number of concurrent requests if there is no rate. The connections take turns. */
async function runFlow({ perSecond, atOnce }, connections, seconds) {
  const responses = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  let unsent = 0;
  const free = [...connections];
  const send = (connection, dueAt) => {
    connection.send((status, retryAfter) => {
      const now = performance.now();
      responses.push([status, dueAt - startedAt, now - dueAt, retryAfter]);
      free.push(connection);
      if (perSecond === undefined && now < endsAt) send(free.shift(), now);
    });
  };
  if (perSecond === undefined) for (const connection of free.splice(0, atOnce)) send(connection, startedAt);
  let due = 0;
  await new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const total =
        perSecond === undefined ? 0 : Math.floor(((Math.min(now, endsAt) - startedAt) / 1_000) * perSecond);
      for (; due < total; due += 1) {
        const connection = free.pop();
        if (connection === undefined) unsent += 1;
        else send(connection, startedAt + ((due + 1) * 1_000) / perSecond);
      }
      if (now < endsAt || (free.length < connections.length && now < endsAt + GIVE_UP_MS)) return;
      clearInterval(timer);
      resolve();
    }, TICK_MS);
  });
  for (const connection of connections) connection.close();
  return { responses, unsent };
}

function buildRequest({ port, path, method = 'POST', key, body = '', headers = [] }) {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `host: 127.0.0.1:${port}`,
    ...(method === 'POST'
      ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
      : []),
    ...headers,
    ...(key === undefined ? ['connection: close'] : [`authorization: Bearer ${key}`]),
  ];
  return Buffer.from(head.join('\r\n') + HEAD_END + body);
}

/** Carries one request at a time, and reconnects after it was closed. */
class Connection {
  constructor(port, bytes) {
    this.port = port;
    this.bytes = bytes;
  }

  /** Calls back with the status and `retry-after`; the status is `failed` where there is no response. */
  send(callback) {
    this.callback = callback;
    this.received = '';
    this.socket ??= this.open();
    this.socket.write(this.bytes);
  }

  connect() {
    this.socket ??= this.open();
    return new Promise((resolve) => this.socket.once('connect', resolve).once('error', resolve));
  }

  close() {
    this.socket?.destroy();
  }

  open() {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.setEncoding('latin1');
    socket.on('data', (text) => this.read(text));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      this.finish('failed');
    });
    return socket;
  }

  read(text) {
    this.received += text;
    const headEnd = this.received.indexOf(HEAD_END);
    if (headEnd === -1) return;
    const head = this.received.slice(0, headEnd);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1]);
    if (this.received.length < headEnd + HEAD_END.length + length) return;
    if (/^connection: close/im.test(head)) {
      this.socket?.destroy();
      this.socket = undefined;
    }
    this.finish(head.slice(9, 12), /^retry-after: *(\d+)/im.exec(head)?.[1]);
  }

  finish(status, retryAfter) {
    const { callback } = this;
    this.callback = undefined;
    callback?.(status, retryAfter);
  }
}
