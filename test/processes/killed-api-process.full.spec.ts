import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TEST_TOKEN, eventually } from '../harness/index.js';
import { ApiProcesses } from './api-processes.js';
import { listChildren } from './process-tree.js';

const CONNECTIONS = 24;
const WITHIN_MS = 2_000;

type ClientOutcome = 'answered' | 'reset' | 'waiting';

/** A client with its own connection that has sent a request and waits. */
class Client {
  ending: ClientOutcome = 'waiting';
  private received = '';
  private readonly socket: Socket;

  constructor(origin: string, prompt: string) {
    const { hostname, port } = new URL(origin);
    const body = JSON.stringify({ model: 'sandbox-chat', messages: [{ role: 'user', content: prompt }] });
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (bytes) => {
      this.received += bytes.toString();
      if (this.received.includes('chat.completion')) this.ending = 'answered';
    });
    const onGone = (): void => {
      if (this.ending === 'waiting') this.ending = 'reset';
    };
    this.socket.on('error', onGone).on('close', onGone);
    this.socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${TEST_TOKEN}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }

  close(): void {
    this.socket.destroy();
  }
}

describe('an API process that is killed', () => {
  let api: ApiProcesses;

  beforeAll(async () => {
    api = await ApiProcesses.start(
      1,
      { sandbox: true, tokens: [{ name: 'test', key: TEST_TOKEN }] },
      { MODELGATE_API_PROCESSES: '2' },
    );
  });

  afterAll(() => api.remove());

  it('leaves no client waiting, neither one that it served nor one whose connection was being passed to it', async () => {
    const [origin = ''] = api.origins;
    const [primary = 0] = api.pids;
    const [victim = 0] = listChildren(primary);
    const inFlight = Array.from({ length: CONNECTIONS }, () => new Client(origin, '[[delay=60000]] hi'));
    const answering = Array.from({ length: CONNECTIONS }, () => new Client(origin, 'hi'));
    await eventually(() => answering.every(({ ending }) => ending === 'answered'));

    // A paused process accepts no connection: one that is passed to it stays between the two.
    process.kill(victim, 'SIGSTOP');
    const handed = Array.from({ length: CONNECTIONS }, () => new Client(origin, 'hi'));
    await eventually(() => handed.filter(({ ending }) => ending === 'answered').length === CONNECTIONS - 1);
    await sleep(100);
    expect(handed.filter(({ ending }) => ending === 'waiting')).toHaveLength(1);

    process.kill(victim, 'SIGKILL');
    await eventually(() => handed.every(({ ending }) => ending !== 'waiting'), WITHIN_MS);
    const served = inFlight.filter(({ ending }) => ending === 'reset');
    expect(served.length).toBeGreaterThan(0);
    // The other process continues to serve its own.
    expect(inFlight.filter(({ ending }) => ending === 'waiting')).toHaveLength(CONNECTIONS - served.length);
    for (const client of [...inFlight, ...answering, ...handed]) client.close();
    const next = new Client(origin, 'hi');
    await eventually(() => next.ending === 'answered');
    next.close();
  });
});
