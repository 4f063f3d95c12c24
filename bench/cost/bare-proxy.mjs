/**
 * A minimal proxy in Node: it checks the token, parses the body, reads the model, and forwards request and response.
 * The cost of the gateway is given as a multiple of this. More arguments name steps of a gateway that it does as well.
 */
import { createServer } from 'node:http';
import { Pool } from 'undici';
import { createSteps } from './gateway-steps.mjs';

const [, , upstreamPort, token, ...stepNames] = process.argv;
const steps = await createSteps(stepNames, token);
const pool = new Pool(`http://127.0.0.1:${upstreamPort}`, {
  connections: null,
  pipelining: 1,
  keepAliveTimeout: 60_000,
  bodyTimeout: 0,
  headersTimeout: 0,
});
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding']);

const server = createServer((incoming, outgoing) => {
  if (!steps.isAllowed(incoming.headers.authorization)) {
    fail(outgoing, 401);
    return;
  }
  const startedAt = steps.needsTime ? performance.now() : 0;
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.on('end', () => {
    const body = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    const sent = steps.readBody(body);
    if (sent === undefined) fail(outgoing, 400);
    else forward(incoming.url, sent, new Answer(outgoing, startedAt));
  });
});

function forward(path, body, answer) {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer k' };
  pool.dispatch({ path, method: 'POST', headers, body }, answer);
}

/** Forwards a response of undici without a stream in between. */
class Answer {
  constructor(outgoing, startedAt) {
    this.outgoing = outgoing;
    this.startedAt = startedAt;
    this.body = undefined;
  }

  onRequestStart(controller) {
    this.outgoing.on('close', () => {
      if (!this.outgoing.writableFinished) controller.abort(new Error('the client has left'));
    });
  }

  onResponseStart(_controller, status, headers) {
    const passed = {};
    for (const name in headers) if (!HOP_BY_HOP.has(name)) passed[name] = headers[name];
    this.outgoing.writeHead(status, passed);
  }

  onResponseData(controller, chunk) {
    if (steps.needsResponse) this.body = this.body === undefined ? chunk : Buffer.concat([this.body, chunk]);
    if (this.outgoing.write(chunk)) return;
    controller.pause();
    this.outgoing.once('drain', () => controller.resume());
  }

  onResponseEnd() {
    steps.end({ body: this.body, startedAt: this.startedAt, finish: () => this.outgoing.end() });
  }

  onResponseError() {
    fail(this.outgoing, 502);
  }
}

function fail(outgoing, status) {
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(status, { 'content-length': 0 }).end();
}

// The parent process has ended.
process.once('disconnect', () => process.exit());
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', 8_192, () => process.send({ port: server.address().port }));
