import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { FORMATS } from './dialects.mjs';
import { indexIn } from './stream-plan.mjs';

/** An upstream that streams as planned and records what it sent. */
export class Upstream {
  /** The received requests, by the number of their stream. */
  ledger = new Map();
  /** The number of incomplete requests. */
  halfReceived = 0;
  #server = createServer((request, response) => void this.#receive(request, response));
  #plans;

  constructor(plans) {
    this.#plans = plans;
  }

  async start() {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.origin = `http://127.0.0.1:${this.#server.address().port}`;
  }

  stop() {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** The number of received requests, and of those in progress. */
  get received() {
    return [...this.ledger.values()].reduce((sum, { requests }) => sum + requests, 0);
  }

  get running() {
    return [...this.ledger.values()].filter(({ isRunning }) => isRunning).length;
  }

  async #receive(request, response) {
    let body = '';
    request.setEncoding('utf8').on('data', (text) => (body += text));
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    const [isWhole] = await Promise.race([
      once(request, 'end').then(() => [true]),
      once(response, 'close').then(() => [false]),
    ]);
    const plan = this.#plans[indexIn(body)];
    if (!isWhole || plan === undefined) {
      this.halfReceived += 1;
      request.socket.destroy();
      return;
    }
    const entry = this.#enter(plan.index);
    response.on('close', () => {
      entry.isRunning = false;
      entry.wasAborted = !response.writableEnded && !entry.hasCut;
    });
    await play(plan, response, entry);
  }

  #enter(index) {
    const entry = this.ledger.get(index) ?? { requests: 0, tokens: 0, hasUsage: false };
    entry.requests += 1;
    entry.isRunning = true;
    this.ledger.set(index, entry);
    return entry;
  }
}

async function play(plan, response, entry) {
  const { service, firstByteMs } = plan;
  await sleep(firstByteMs);
  if (service.cut === 'refuses') return refuse(response);
  if (service.cut === 'before-headers') return cut(response, entry);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  if (service.cut === 'before-first-event') return cut(response, entry);
  await stream(plan, response, entry);
}

async function stream(plan, response, entry) {
  const { upstream, tokens, paceMs, hasUsage, service } = plan;
  const dialect = FORMATS[upstream];
  const until = service.cut === 'mid-stream' ? service.afterTokens : tokens;
  for (const event of dialect.opening(plan)) if (!(await write(response, event))) return;
  for (let index = 0; index < until; index += 1) {
    if (!(await write(response, dialect.token(plan, index)))) return;
    entry.tokens += 1;
    if (paceMs >= 1) await sleep(paceMs);
  }
  if (service.cut === 'mid-stream') return cut(response, entry);
  for (const event of dialect.ending(plan)) if (!(await write(response, event))) return;
  if (hasUsage) {
    entry.hasUsage = await write(response, dialect.usage(plan));
    if (!entry.hasUsage) return;
  }
  if (service.cut === 'after-usage') return cut(response, entry);
  response.end(dialect.last(plan));
}

/** Whether the kernel accepted the bytes. */
function write(response, text) {
  if (response.destroyed) return false;
  return new Promise((resolve) => {
    response.write(text, (error) => resolve(error == null));
  });
}

function refuse(response) {
  response.writeHead(503, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ error: { message: 'Too much to do.', type: 'server_error' } }));
}

function cut(response, entry) {
  entry.hasCut = true;
  response.destroy();
}
