import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ByteBudget } from '#limits';
import { type TestGateway, eventually, startTestGateway } from '../harness/index.js';
import { type CloseFrame, type FrameParts, OPCODES, RawConnection } from './raw-frames.js';
import { RealtimeClient } from './realtime-client.js';

const MEGABYTE = 1024 * 1024;
const MINUTE_MS = 60_000;
/** Of one socket, and of a token; the allowance hardly refills during a test. */
const SOCKET_BURST = 1_500;
const TOKEN_BURST = 2_000;
const RESPONSES = '/responses';
const REALTIME = '/realtime?model=sandbox-realtime';
const NAMES = ['pings', 'together', 'again', 'late', 'deaf', 'slow', 'share', 'idle', 'busy'] as const;
type Name = (typeof NAMES)[number];

const buildKey = (name: Name, path = ''): string =>
  `sk-mg-${name}-${path.replaceAll(/\W/g, '')}-0123456789abcdef`;

let gateway: TestGateway;
let memory: ByteBudget;

beforeAll(async () => {
  memory = new ByteBudget({ maxBytes: 256 * MEGABYTE });
  gateway = await startTestGateway({
    sandbox: true,
    memory,
    tokens: NAMES.flatMap((name) =>
      ['', RESPONSES, REALTIME].map((path) => ({ name: `${name}${path}`, key: buildKey(name, path) })),
    ),
    socketLimits: {
      socketFrames: { perSecond: 10, burst: SOCKET_BURST },
      tokenFrames: { perSecond: 10, burst: TOKEN_BURST },
      arrivalMs: 2_000,
      maxQueuedMs: 1_000,
    },
  });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await eventually(() => memory.usedBytes === 0 || undefined);
});

afterAll(() => gateway.stop());

const connectRaw = (path: string, token: string): Promise<RawConnection> =>
  RawConnection.open(`${gateway.baseUrl}${path}`, { authorization: `Bearer ${token}` });

const repeat = (opcode: number, count: number): FrameParts[] =>
  Array.from({ length: count }, () => ({ opcode }));

/**
 * The close code of the gateway. The gateway waits some seconds for the client's close frame, so the client
 * disconnects.
 */
async function readClosing(connection: RawConnection): Promise<CloseFrame> {
  const closing = await connection.until(() => connection.closing, 'a close frame');
  connection.socket.destroy();
  return closing;
}

const connect = (token: string): Promise<RealtimeClient> =>
  RealtimeClient.connect(`${gateway.baseUrl}${RESPONSES}`, { token });

/** Stores a conversation with a text of this size, without a response. */
const warmUp = (bytes: number, settings: object = {}): object => ({
  type: 'response.create',
  model: 'sandbox-chat',
  generate: false,
  input: 'x'.repeat(bytes),
  ...settings,
});

async function remember(client: RealtimeClient, bytes: number): Promise<void> {
  const from = client.events.length;
  client.send(warmUp(bytes));
  await client.next('response.completed', from);
}

describe.each([RESPONSES, REALTIME])('a socket of %s', (path) => {
  it.each<[string, number]>([
    ['pings', OPCODES.ping],
    ['pongs', OPCODES.pong],
  ])('ends if %s arrive too fast', async (_what, opcode) => {
    const connection = await connectRaw(path, buildKey('pings', path));
    connection.send(...repeat(opcode, 2 * SOCKET_BURST));
    expect(await readClosing(connection)).toMatchObject({ code: 1008 });
    const answers = connection.frames.filter((answer) => answer.opcode === OPCODES.pong);
    expect(answers.length).toBeLessThanOrEqual(SOCKET_BURST + 100);
    expect(connection.events.at(-1)).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
  });

  it('ends if all sockets of its token send too many frames together', async () => {
    const token = buildKey('together', path);
    const connections = [await connectRaw(path, token), await connectRaw(path, token)];
    for (const connection of connections) connection.send(...repeat(OPCODES.ping, 1_200));
    await eventually(() => connections.some(({ closing }) => closing !== undefined) || undefined);
    expect(connections.map(({ closing }) => closing?.code)).toContain(1008);
    for (const { socket } of connections) socket.destroy();
  });

  it('shares the frame rate with earlier sockets of its token', async () => {
    const token = buildKey('again', path);
    for (let count = 0; count < 2; count += 1) {
      const connection = await connectRaw(path, token);
      connection.send(...repeat(OPCODES.ping, SOCKET_BURST + 100));
      expect(await readClosing(connection)).toMatchObject({ code: 1008 });
    }
    const last = await connectRaw(path, token);
    last.send({ opcode: OPCODES.ping });
    expect(await readClosing(last)).toMatchObject({ code: 1008 });
  });

  it('ends if a message does not arrive in time', async () => {
    const connection = await connectRaw(path, buildKey('late', path));
    connection.send({ opcode: OPCODES.text, payload: '{"type":', claimedBytes: 1_000n });
    expect(await readClosing(connection)).toMatchObject({ code: 1001 });
    expect(connection.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'request_timeout' } });
  });
});

describe('the output buffer of a client of /v1/responses', () => {
  it('counts as memory, and delays the next responses until it is read', async () => {
    const connection = await connectRaw(RESPONSES, buildKey('deaf'));
    connection.socket.pause();
    const bytes = 12 * MEGABYTE;
    const frame = {
      opcode: OPCODES.text,
      payload: JSON.stringify(warmUp(1, { instructions: 'x'.repeat(bytes) })),
    };
    connection.send(frame, frame, frame, frame);
    // The message with a response, the one after it, and the first event of the response.
    await eventually(() => memory.usedBytes >= 3 * bytes || undefined);
    const line = await gateway.getLog(connection.header('x-request-id') ?? '');
    expect(line).toMatchObject({ closeCode: 1013 });
    expect(line['requests']).toBeLessThanOrEqual(4);
    connection.socket.destroy();
  });

  it('is written in slices, with the id of its stream', async () => {
    const client = await connect(buildKey('slow'));
    const tools = Array.from({ length: 20_000 }, (_, index) => ({ type: 'function', name: `f${index}` }));
    client.send(warmUp(MEGABYTE, { tools, stream_id: 'lane', metadata: { a: 'b' } }));
    const { response, stream_id: streamId } = await client.next('response.completed');
    expect([streamId, response]).toMatchObject([
      'lane',
      { status: 'completed', metadata: { a: 'b' }, tools },
    ]);
    client.close();
    await client.whenClosed();
  });
});

describe('the conversations that sockets of /v1/responses store', () => {
  it('may use an eighth of the memory for one token', async () => {
    const token = buildKey('share');
    const clients = await Promise.all(Array.from({ length: 4 }, () => connect(token)));
    for (const client of clients) await remember(client, 10 * MEGABYTE);
    await eventually(() => memory.usedBytes < 31 * MEGABYTE || undefined);
    expect(memory.usedBytes).toBeGreaterThan(30 * MEGABYTE);
    for (const client of clients) client.close();
  });

  it('are deleted after five minutes without a message', async () => {
    const client = await connect(buildKey('idle'));
    await remember(client, 5 * MEGABYTE);
    await eventually(() => memory.usedBytes < 6 * MEGABYTE || undefined);
    expect(memory.usedBytes).toBeGreaterThan(5 * MEGABYTE);
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 5 * MINUTE_MS);
    await eventually(() => memory.usedBytes === 0 || undefined);
    expect(client.closed).toBeUndefined();
    client.close();
  });
});

describe('messages that are rejected while a response is created', () => {
  it('end the connection after a hundred', async () => {
    const client = await connect(buildKey('busy'));
    const ask = { type: 'response.create', model: 'sandbox-chat', input: '[[delay=20000]]' };
    // The first may be admitted while others are rejected already, and some arrive before the connection ends.
    for (let count = 0; count < 1_200; count += 1) client.send(ask);
    expect(await client.whenClosed()).toMatchObject({ code: 1008 });
    const refused = client.events.filter(({ error }) => isInProgress(error));
    expect(refused.length).toBeGreaterThanOrEqual(100);
    expect(refused.length).toBeLessThan(1_000);
  });
});

function isInProgress(error: unknown): boolean {
  return (error as { code?: string } | undefined)?.code === 'response_in_progress';
}
