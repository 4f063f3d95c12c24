import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createLoggerTo } from './logger.js';
import { NestLogger } from './nest-logger.js';

type Line = Record<string, unknown> & { msg: string };

function collect(limits?: Parameters<typeof createLoggerTo>[1]) {
  const texts: string[] = [];
  const logger = createLoggerTo({ write: (text) => texts.push(text) }, limits);
  return { logger, texts, lines: () => texts.map((text) => JSON.parse(text) as Line) };
}

/** An error like those of pg, with the client and its settings as a property. */
function errorWithClient(): Error {
  const client = { host: 'db.internal', password: 'hunter2', socket: { buffer: 'x'.repeat(1_000) } };
  return Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01', client });
}

describe('the logger', () => {
  it('writes a repeated line a few times, then counts the others and writes their number', async () => {
    const { logger, lines } = collect({ perMessage: 3, intervalMs: 1_000 });
    for (let index = 0; index < 1_000; index += 1) logger.warn({ index }, 'the queue is out of reach');
    logger.error('something else');
    expect(lines().map(({ msg }) => msg)).toEqual([
      ...Array<string>(3).fill('the queue is out of reach'),
      'something else',
    ]);
    for (let waitedMs = 0; lines().length < 5 && waitedMs < 20_000; waitedMs += 20) await sleep(20);
    expect(lines().slice(4)).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'log lines dropped: repeated messages',
        repeated: 'the queue is out of reach',
        leftOut: 997,
      }),
    ]);
    logger.warn('the queue is out of reach');
    expect(lines().at(-1)?.msg).toBe('the queue is out of reach');
  });

  it('counts the same message separately for each level', () => {
    const { logger, lines } = collect({ perMessage: 1 });
    for (const level of ['warn', 'error', 'warn'] as const) logger[level]('twice');
    expect(lines().map(({ level }) => level)).toEqual([40, 50]);
  });

  it('writes the line of every request', () => {
    const { logger, texts } = collect();
    for (let index = 0; index < 5_000; index += 1) logger.info({ index }, 'request');
    expect(texts).toHaveLength(5_000);
  });

  it('limits the number of lines per second', () => {
    const { logger, texts, lines } = collect({ perSecond: 300, othersPerSecond: 100 });
    const startedAt = performance.now();
    for (let index = 0; index < 20_000; index += 1) logger.warn(`message ${index}`);
    for (let index = 0; index < 20_000; index += 1) logger.info({ index }, 'request');
    const seconds = Math.ceil((performance.now() - startedAt) / 1_000) + 1;
    // The line with the number of dropped lines is additional.
    expect(texts.length).toBeLessThanOrEqual(seconds * 301);
    expect(lines().filter(({ msg }) => msg.startsWith('message')).length).toBeLessThanOrEqual(seconds * 100);
  });

  it('limits the number of different messages that it counts', () => {
    const { logger, lines } = collect({ messages: 50, perMessage: 1, intervalMs: 3_600_000 });
    for (let index = 0; index < 10_000; index += 1) logger.warn(`message ${index}`);
    expect(lines().length).toBeLessThanOrEqual(52);
  });

  it('writes type, message, code, stack and causes of an error, but no other properties', () => {
    const { logger, texts, lines } = collect();
    const error = new TypeError('outer', { cause: errorWithClient() });
    logger.error({ err: error }, 'failed');
    logger.error(errorWithClient());
    logger.error({ error: errorWithClient() }, 'under another name');
    new NestLogger(logger).error('of the framework', errorWithClient(), { client: { password: 'hunter2' } });
    expect(texts.join('')).not.toMatch(/hunter2|db\.internal|client|xxx/);
    expect(lines()[0]?.['err']).toEqual({
      type: 'TypeError',
      message: 'outer',
      stack: expect.stringContaining('TypeError: outer'),
      cause: {
        type: 'Error',
        message: 'Connection terminated unexpectedly',
        code: '57P01',
        stack: expect.any(String),
      },
    });
  });

  it('follows only a few causes, even if they form a cycle', () => {
    const { logger, texts } = collect();
    const error = new Error('round');
    error.cause = error;
    logger.error({ err: error }, 'failed');
    expect(texts[0]?.match(/"message":"round"/g)).toHaveLength(5);
  });

  it.each([
    ['a field', (text: string) => [{ requestId: 'r-1', text }, 'short']],
    ['the message', (text: string) => [{ requestId: 'r-1' }, text]],
  ])('shortens a line that is too long because of %s', (_, build) => {
    const { logger, texts, lines } = collect();
    const [fields, message] = build('long '.repeat(100_000)) as [object, string];
    logger.warn(fields, message);
    expect(texts[0]?.length).toBeLessThan(16_384);
    expect(lines()[0]).toMatchObject({ level: 40, requestId: 'r-1', cutFromCharacters: expect.any(Number) });
  });

  it('does not block when stderr is not read, and writes the number of dropped lines', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', UNREAD], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const [count] = (await once(child.stdout, 'data')) as [Buffer];
    expect(Number(count.toString())).toBe(LINES);
    const written = text(child.stderr);
    child.stdin.end();
    const lines = (await written).trim().split('\n');
    const report = lines.map((line) => JSON.parse(line) as Line).find(({ leftOut }) => leftOut !== undefined);
    expect(report).toMatchObject({ level: 40, msg: 'log lines dropped: stderr was not read' });
    expect(Number(report?.['leftOut'])).toBeGreaterThan(0);
    // This line and the last one are additional.
    expect(lines).toHaveLength(LINES - Number(report?.['leftOut']) + 2);
  });
});

const LINES = 2_000;
const BUILT = new URL('../../../dist/libs/telemetry/src/index.js', import.meta.url).href;

/** Writes more lines than any buffer holds, prints their number, and writes another line when stdin ends. */
const UNREAD = `
  import { createLogger } from ${JSON.stringify(BUILT)};
  const logger = createLogger('test');
  let count = 0;
  const timer = setInterval(() => {
    for (let index = 0; index < 100; index += 1, count += 1) logger.info({ text: 'x'.repeat(1_000) }, 'request');
    if (count < ${LINES}) return;
    clearInterval(timer);
    process.stdout.write(String(count));
  }, 1);
  process.stdin.resume().on('end', () => {
    const waiting = setInterval(() => {
      if (process.stderr.writableLength > 0) return;
      clearInterval(waiting);
      logger.warn('the end');
    }, 5);
  });
`;
