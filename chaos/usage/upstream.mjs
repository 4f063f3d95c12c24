import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { DIALECTS } from './dialects.mjs';
import { indexIn } from './script.mjs';

/** A service that streams as it is told to, and keeps a ledger of its own. */
export class Upstream {
  /** Every request that has come, by the number of its stream. */
  ledger = new Map();
  /** Those of which it did not get all. */
  halfReceived = 0;
  #server = createServer((request, response) => void this.#receive(request, response));
  #scripts;

  constructor(scripts) {
    this.#scripts = scripts;
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

  /** How many requests have come, and how many of them are under way. */
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
    const script = this.#scripts[indexIn(body)];
    if (!isWhole || script === undefined) {
      this.halfReceived += 1;
      request.socket.destroy();
      return;
    }
    const entry = this.#enter(script.index);
    response.on('close', () => {
      entry.isRunning = false;
      entry.wasAborted = !response.writableEnded && !entry.hasCut;
    });
    await play(script, response, entry);
  }

  #enter(index) {
    const entry = this.ledger.get(index) ?? { requests: 0, tokens: 0, hasUsage: false };
    entry.requests += 1;
    entry.isRunning = true;
    this.ledger.set(index, entry);
    return entry;
  }
}

async function play(script, response, entry) {
  const { service, firstByteMs } = script;
  await sleep(firstByteMs);
  if (service.cut === 'refuses') return refuse(response);
  if (service.cut === 'before-headers') return cut(response, entry);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.flushHeaders();
  if (service.cut === 'before-first-event') return cut(response, entry);
  await stream(script, response, entry);
}

async function stream(script, response, entry) {
  const { upstream, tokens, paceMs, hasUsage, service } = script;
  const dialect = DIALECTS[upstream];
  const until = service.cut === 'mid-stream' ? service.afterTokens : tokens;
  for (const event of dialect.opening(script)) if (!(await write(response, event))) return;
  for (let index = 0; index < until; index += 1) {
    if (!(await write(response, dialect.token(script, index)))) return;
    entry.tokens += 1;
    if (paceMs >= 1) await sleep(paceMs);
  }
  if (service.cut === 'mid-stream') return cut(response, entry);
  for (const event of dialect.ending(script)) if (!(await write(response, event))) return;
  if (hasUsage) {
    entry.hasUsage = await write(response, dialect.usage(script));
    if (!entry.hasUsage) return;
  }
  if (service.cut === 'after-usage') return cut(response, entry);
  response.end(dialect.last(script));
}

/** Whether the kernel has taken it. */
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
