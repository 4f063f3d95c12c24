/**
 * What every gateway does beside forwarding, each step as small as it can be. The bare proxy with all of them is the
 * minimum that a gateway in Node can cost.
 */
import { hash, randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const STEPS = ['token', 'scan', 'usage', 'log', 'counters'];
const LOG_EVERY_MS = 100;
const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const TOKEN_LIFE_MS = 24 * 3_600_000;

/** Without names, only what the bare proxy does. */
export async function createSteps(names, token) {
  const has = (name) => names.includes(name);
  const files = has('usage') || has('log') ? createFiles() : undefined;
  const read = has('scan') ? await createScan() : { request: parseBody, response: () => undefined };
  const ends = [
    ...(has('counters') ? [createCounters()] : []),
    ...(has('log') ? [createLog(files.open('log'))] : []),
  ];
  const finish = has('usage') ? createUsage(files.open('usage')) : ({ finish: end }) => end();
  return {
    isAllowed: has('token') ? createTokenCheck(token) : createComparison(token),
    readBody: read.request,
    needsTime: names.length > 0,
    needsResponse: has('scan'),
    end(exchange) {
      if (exchange.body !== undefined) read.response(exchange.body);
      for (const end of ends) end(exchange);
      finish(exchange);
    },
  };
}

function createComparison(token) {
  const expected = `Bearer ${token}`;
  return (authorization) => authorization === expected;
}

const hashOf = (key) => hash('sha256', key, 'base64');

/** The key is stored as a hash, and its token may be disabled or have expired. */
function createTokenCheck(token) {
  const tokens = new Map([
    [hashOf(token), { id: randomUUID(), isEnabled: true, expiresAt: Date.now() + TOKEN_LIFE_MS }],
  ]);
  return (authorization) => {
    if (authorization?.startsWith('Bearer ') !== true) return false;
    const found = tokens.get(hashOf(authorization.slice('Bearer '.length)));
    return found !== undefined && found.isEnabled && found.expiresAt > Date.now();
  };
}

function parseBody(body) {
  try {
    return typeof JSON.parse(body).model === 'string' ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Checks the body, replaces the model, and finds the usage of the response, with the scanner of the gateway. */
async function createScan() {
  const { WIRE_FORMATS } = await import('../../dist/libs/wire/src/index.js');
  const chat = WIRE_FORMATS['openai-chat'];
  return {
    request: (body) => chat.readRequest(body).retarget('bench-upstream'),
    response: (body) => chat.readResponse(body),
  };
}

/** One line per request, in a file before the last byte is sent. All lines of an iteration are one write. */
function createUsage(file) {
  let lines = '';
  let waiting = [];
  const write = () => {
    writeSync(file, lines);
    const ended = waiting;
    lines = '';
    waiting = [];
    for (const finish of ended) finish();
  };
  return ({ startedAt, finish }) => {
    if (waiting.length === 0) setImmediate(write);
    waiting.push(finish);
    lines += `${JSON.stringify(describe(startedAt))}\n`;
  };
}

/** Written every 100 ms. */
function createLog(file) {
  let lines = '';
  setInterval(() => {
    if (lines !== '') writeSync(file, lines);
    lines = '';
  }, LOG_EVERY_MS).unref();
  return ({ startedAt }) => {
    lines += `${JSON.stringify({ level: 'info', time: Date.now(), msg: 'request', ...describe(startedAt) })}\n`;
  };
}

const add = (map, labels, count) => map.set(labels, (map.get(labels) ?? 0) + count);

function createCounters() {
  const requests = new Map();
  const seconds = new Map();
  const tokens = new Map();
  return ({ startedAt }) => {
    const took = (performance.now() - startedAt) / 1_000;
    add(requests, 'bench|bench|200', 1);
    add(tokens, 'bench|bench|input', 120);
    add(tokens, 'bench|bench|output', 64);
    const at = SECONDS.findIndex((most) => took <= most);
    add(seconds, `bench|bench|${at}`, 1);
    add(seconds, 'bench|bench|sum', took);
  };
}

function describe(startedAt) {
  const durationMs = Math.round((performance.now() - startedAt) * 1_000) / 1_000;
  return {
    requestId: randomUUID(),
    tokenId: '0b6cfd3c-6a0e-4d5e-9a1b-0a4e4ffc5c1d',
    owner: 'bench',
    method: 'POST',
    path: '/v1/chat/completions',
    status: 200,
    outcome: 'ok',
    model: 'bench',
    channel: 'bench',
    upstreamModel: 'bench-upstream',
    stream: false,
    durationMs,
    firstByteMs: durationMs,
    attempts: [
      { channel: 'bench', upstreamModel: 'bench-upstream', outcome: 'ok', upstreamStatus: 200, durationMs },
    ],
    inputTokens: 120,
    cachedInputTokens: 0,
    outputTokens: 64,
    reasoningTokens: 0,
    clientAddress: '127.0.0.1',
    userAgent: 'bench',
  };
}

function createFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'modelgate-bench-'));
  const opened = [];
  process.once('exit', () => {
    for (const file of opened) closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    open(name) {
      const file = openSync(join(folder, name), 'a');
      opened.push(file);
      return file;
    },
  };
}
