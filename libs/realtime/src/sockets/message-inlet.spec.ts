import { type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GatewayError } from '#canonical';
import { type WebSocket } from 'ws';
import { eventually } from '../../../../test/eventually/index.js';
import { rawFrame } from './__fixtures__/frame-recorder.js';
import { Loopback } from './__fixtures__/loopback.js';
import { FrameRate } from './frame-rate.js';
import { type FrameSocket } from './frame-socket.js';
import { MessageInlet, type MessageInletOptions } from './message-inlet.js';

const TEXT = 0x81;
const BEGIN = 0x01;
const CONTINUATION = 0x00;
const PING = 0x89;
const PONG = 0x8a;
const NOTHING = Buffer.alloc(0);
const BURST = 100;
/** Twice the limit of one iteration, because parts of two iterations can run between two ticks. */
const MAX_BETWEEN_TICKS = 512;
/** Makes the inlet check arrivals every 50 ms. */
const QUICK = { pingMs: 250 };

const ROOM = {
  reserve: () => undefined,
  take: () => undefined,
  give: () => undefined,
  release: () => undefined,
};

let loopback: Loopback;

beforeAll(async () => {
  loopback = await Loopback.start();
});

afterAll(() => loopback.stop());

interface Connection {
  socket: FrameSocket;
  client: Socket;
  webSocket: WebSocket;
  refused: GatewayError[];
  messages: string[];
}

async function connect(options: Partial<MessageInletOptions> = {}): Promise<Connection> {
  const refused: GatewayError[] = [];
  const messages: string[] = [];
  const opened: WebSocket[] = [];
  const { socket, client } = await loopback.connectRaw(QUICK, undefined, (webSocket, raw) => {
    opened.push(webSocket);
    const bounds = { maxMessageBytes: 1024 * 1024, room: ROOM, ...options };
    return { inlet: MessageInlet.open(webSocket, raw, bounds) };
  });
  socket.listen({
    onFrame: ({ data }) => void messages.push(data.toString()),
    onClose: () => undefined,
    onRefused: (error) => void refused.push(error),
  });
  const [webSocket] = opened;
  if (webSocket === undefined) throw new Error('the connection was not opened');
  return { socket, client, webSocket, refused, messages };
}

const repeat = (frame: Buffer, count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => frame));

async function passes(durationMs: number): Promise<void> {
  const beganAtMs = performance.now();
  await eventually(() => performance.now() - beganAtMs > durationMs);
}

describe('the frames of a client', () => {
  it.each([
    ['pings', 'ping', rawFrame(PING, ''), NOTHING],
    ['pongs', 'pong', rawFrame(PONG, ''), NOTHING],
    ['messages', 'message', rawFrame(TEXT, '{}'), NOTHING],
    ['empty fragments', 'message', rawFrame(CONTINUATION, ''), rawFrame(BEGIN, '')],
  ])('are rejected beyond their rate, before `ws` sees them: %s', async (_what, event, frame, first) => {
    const { client, refused, webSocket } = await connect({
      rates: [new FrameRate({ perSecond: 1, burst: BURST })],
    });
    let seen = 0;
    webSocket.on(event, () => (seen += 1));
    client.write(Buffer.concat([first, repeat(frame, 1_000)]));
    await eventually(() => refused.length > 0);
    expect(refused).toMatchObject([{ kind: 'rate-limited' }]);
    expect(seen).toBeLessThanOrEqual(BURST);
    client.destroy();
  });

  it('are counted together for all sockets that share a rate', async () => {
    const shared = new FrameRate({ perSecond: 1, burst: BURST });
    const first = await connect({ rates: [shared] });
    const second = await connect({ rates: [shared] });
    first.client.write(repeat(rawFrame(TEXT, '{}'), 60));
    await eventually(() => first.messages.length === 60);
    second.client.write(repeat(rawFrame(TEXT, '{}'), 60));
    await eventually(() => second.refused.length > 0);
    expect(first.refused).toEqual([]);
    first.client.destroy();
    second.client.destroy();
  });

  it('are all read, a limited number at a time', async () => {
    const { client, webSocket } = await connect();
    const seen = { all: 0, inTick: 0 };
    let maxInTick = 0;
    webSocket.on('ping', () => {
      seen.all += 1;
      seen.inTick += 1;
    });
    client.write(repeat(rawFrame(PING, ''), 20_000));
    while (seen.all < 20_000) {
      await new Promise(setImmediate);
      maxInTick = Math.max(maxInTick, seen.inTick);
      seen.inTick = 0;
    }
    expect(maxInTick).toBeGreaterThan(0);
    expect(maxInTick).toBeLessThanOrEqual(MAX_BETWEEN_TICKS);
    client.destroy();
  });

  it('keep their order even if reading is paused', async () => {
    const { client, socket, messages } = await connect();
    const sent = Array.from({ length: 3_000 }, (_, index) => String(index));
    client.write(Buffer.concat(sent.map((text) => rawFrame(TEXT, text))));
    while (messages.length < sent.length) {
      socket.pause();
      await new Promise(setImmediate);
      socket.resume();
      await new Promise(setImmediate);
    }
    expect(messages).toEqual(sent);
    client.destroy();
  });
});

describe('a message', () => {
  it('is rejected if it does not arrive in time', async () => {
    const { client, refused } = await connect({ arrivalMs: 200 });
    client.write(rawFrame(TEXT, 'never whole').subarray(0, 9));
    await eventually(() => refused.length > 0);
    expect(refused).toMatchObject([{ kind: 'request-timeout' }]);
    client.destroy();
  });

  it('is not late because the gateway does not read', async () => {
    const { client, socket, refused, messages } = await connect({ arrivalMs: 300 });
    const frame = rawFrame(TEXT, 'half and half');
    client.write(Buffer.concat([rawFrame(TEXT, 'first'), frame.subarray(0, 9)]));
    await eventually(() => messages.length === 1);
    socket.pause();
    await passes(700);
    expect(refused).toEqual([]);
    socket.resume();
    client.write(frame.subarray(9));
    await eventually(() => messages.length === 2);
    client.destroy();
  });

  it('is in time if another message starts in the same chunk', async () => {
    const { client, refused, messages } = await connect({ arrivalMs: 300 });
    const frame = rawFrame(TEXT, 'half and half');
    const chunk = Buffer.concat([frame.subarray(9), frame.subarray(0, 9)]);
    client.write(frame.subarray(0, 9));
    const timer = setInterval(() => client.write(chunk), 20);
    await passes(1_000);
    clearInterval(timer);
    expect(refused).toEqual([]);
    expect(messages.length).toBeGreaterThan(5);
    client.destroy();
  });
});
