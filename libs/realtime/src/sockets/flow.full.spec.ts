import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type WebSocket } from 'ws';
import { eventually } from '../../../../test/eventually/index.js';
import { FrameRecorder } from './__fixtures__/frame-recorder.js';
import { Loopback } from './__fixtures__/loopback.js';
import { type FrameSocket } from './frame-socket.js';
import { openSocket } from './open-socket.js';

const FRAME_BYTES = 64 * 1024;
const MEBIBYTE = 1024 * 1024;

let loopback: Loopback;

beforeEach(async () => {
  loopback = await Loopback.start();
});

afterEach(() => loopback.stop());

const silent = { onFrame: () => undefined, onClose: () => undefined };

function numberedFrame(index: number): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES);
  frame.writeUInt32BE(index);
  return frame;
}

/** Sends frames as fast as they are accepted. */
class Flood {
  sentFrames = 0;

  constructor(private readonly socket: FrameSocket) {}

  async send(frames: number): Promise<void> {
    while (this.sentFrames < frames) {
      await this.socket.drained();
      this.socket.send(numberedFrame(this.sentFrames), true);
      this.sentFrames += 1;
    }
  }

  /** The number of sent bytes when it has stopped growing. */
  async standstill(): Promise<number> {
    let sentFrames = -1;
    let sinceMs = performance.now();
    await eventually(() => {
      if (sentFrames !== this.sentFrames) sinceMs = performance.now();
      sentFrames = this.sentFrames;
      return performance.now() - sinceMs > 300;
    });
    return sentFrames * FRAME_BYTES;
  }
}

async function fill(socket: FrameSocket): Promise<void> {
  while (!socket.isBehind) {
    socket.send(numberedFrame(0), true);
    await new Promise(setImmediate);
  }
}

async function connectPair(): Promise<{ near: FrameSocket; far: FrameSocket }> {
  const accepted = loopback.accept();
  const near = await openSocket({
    url: new URL(`ws://127.0.0.1:${loopback.port}`),
    headers: {},
    signal: new AbortController().signal,
    connectMs: 5_000,
    maxPayloadBytes: MEBIBYTE,
  });
  return { near, far: await accepted };
}

function relay(from: FrameSocket, to: FrameSocket): void {
  from.listen({
    onFrame: ({ data, isBinary }) => {
      to.send(data, isBinary);
      const drained = to.drained();
      if (drained === undefined) return;
      from.pause();
      void drained.then(() => from.resume());
    },
    onClose: (code, reason) => to.close(code, reason),
  });
}

function collectNumbers(client: WebSocket): number[] {
  const numbers: number[] = [];
  client.on('message', (data: Buffer) => {
    if (data.length === FRAME_BYTES) numbers.push(data.readUInt32BE());
  });
  return numbers;
}

describe('a client that does not read for a while', () => {
  it('pauses the source, and gets everything in order afterwards', async () => {
    const { near, far } = await connectPair();
    const { socket, client } = await loopback.connect();
    const numbers = collectNumbers(client);
    client.pause();
    socket.listen(silent);
    far.listen(silent);
    relay(near, socket);

    const flood = new Flood(far);
    const frames = (100 * MEBIBYTE) / FRAME_BYTES;
    const sent = flood.send(frames).then(() => far.close(4002, 'that was all'));
    expect(await flood.standstill()).toBeLessThan(40 * MEBIBYTE);
    expect(numbers).toEqual([]);

    const closed = once(client, 'close');
    client.resume();
    await sent;
    expect((await closed)[0]).toBe(4002);
    expect(numbers).toEqual(Array.from({ length: frames }, (_, index) => index));
  });

  it('is reported as behind until it has caught up', async () => {
    const { socket, client } = await loopback.connect();
    expect(socket.isBehind).toBe(false);
    expect(socket.drained()).toBeUndefined();
    client.pause();
    await fill(socket);
    const drained = socket.drained();
    expect(drained).toBeInstanceOf(Promise);
    expect(socket.drained()).toBe(drained);
    client.resume();
    await drained;
    expect(socket.isBehind).toBe(false);
    expect(socket.drained()).toBeUndefined();
  });

  it('does not block the sender after it has disconnected', async () => {
    const { socket, client } = await loopback.connect();
    client.pause();
    await fill(socket);
    const drained = socket.drained();
    client.terminate();
    await drained;
    expect(socket.isBehind).toBe(false);
  });

  it('gets everything that was sent before the close', async () => {
    const { socket, client } = await loopback.connect();
    const numbers = collectNumbers(client);
    const closed = once(client, 'close');
    client.pause();
    const flood = new Flood(socket);
    void flood.send(1_000);
    await flood.standstill();
    const { sentFrames } = flood;
    expect(socket.isBehind).toBe(true);
    socket.close(1000, 'done');
    client.resume();
    expect((await closed)[0]).toBe(1000);
    expect(numbers).toEqual(Array.from({ length: sentFrames }, (_, index) => index));
  });
});

describe('a client that never reads', () => {
  it('is disconnected with 1013', async () => {
    const { socket, client } = await loopback.connect({ stallMs: 200 });
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    client.pause();
    await fill(socket);
    const beganAtMs = performance.now();
    await socket.closed;
    expect(performance.now() - beganAtMs).toBeGreaterThan(150);
    expect(recorder.closes).toEqual([{ code: 1013, reason: 'the client reads too slowly', afterFrames: 0 }]);
  });

  it('is disconnected even while it is not read', async () => {
    const { socket, client } = await loopback.connect({ stallMs: 200 });
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    socket.pause();
    client.pause();
    await fill(socket);
    await socket.closed;
    expect(recorder.closes).toMatchObject([{ code: 1013 }]);
  });
});

describe('a client whose waiting bytes exceed the limit of its token', () => {
  it('is disconnected with 1013', async () => {
    const waiting = { bytes: 0 };
    const set = (bytes: number): boolean => (waiting.bytes = bytes) <= 8 * MEBIBYTE;
    const { socket, client } = await loopback.connect({}, {}, () => ({ output: { set } }));
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    client.pause();
    await eventually(() => {
      for (let count = 0; count < 16; count += 1) socket.send(numberedFrame(0), true);
      return recorder.closes.length > 0;
    });
    expect(recorder.closes).toMatchObject([{ code: 1013, reason: 'the client reads too slowly' }]);
    expect(waiting.bytes).toBeLessThan(MEBIBYTE);
  });
});

describe('a client that reads slowly', () => {
  it('is disconnected with 1013 if it does not catch up, although it reads sometimes', async () => {
    const slow = { stallMs: 5_000, maxQueuedMs: 300 };
    const { socket, client } = await loopback.connectRaw(slow);
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    client.on('data', () => {
      client.pause();
      setTimeout(() => client.resume(), 100);
    });
    void new Flood(socket).send(10_000);
    await socket.closed;
    expect(recorder.closes).toMatchObject([{ code: 1013, reason: 'the client reads too slowly' }]);
  });

  it('stays connected, although it is always behind', async () => {
    const { socket, client } = await loopback.connectRaw({ stallMs: 500, pingMs: 100, deadAfterMs: 500 });
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    client.on('data', () => {
      client.pause();
      setTimeout(() => client.resume(), 1);
    });
    void new Flood(socket).send(10_000);
    await eventually(() => socket.isBehind);
    const beganAtMs = performance.now();
    await eventually(() => recorder.closes.length > 0 || performance.now() - beganAtMs > 1_500);
    expect(recorder.closes).toEqual([]);
    socket.terminate();
  });
});
