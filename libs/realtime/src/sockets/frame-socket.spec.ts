import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type WebSocket } from 'ws';
import { eventually } from '../../../../test/eventually/index.js';
import { FrameRecorder, rawFrame } from './__fixtures__/frame-recorder.js';
import { Loopback } from './__fixtures__/loopback.js';
import { type FrameSocket } from './frame-socket.js';

const TEXT = 0x81;
const CLOSE = 0x88;

let loopback: Loopback;

beforeAll(async () => {
  loopback = await Loopback.start();
});

afterAll(() => loopback.stop());

function listenTo(socket: FrameSocket): FrameRecorder {
  const recorder = new FrameRecorder();
  socket.listen(recorder);
  return recorder;
}

async function awaitClose(client: WebSocket): Promise<{ code: number; reason: string }> {
  const [code, reason] = (await once(client, 'close')) as [number, Buffer];
  return { code, reason: reason.toString() };
}

describe('frames', () => {
  it('remain text or binary, in both directions', async () => {
    const { socket, client } = await loopback.connect();
    const recorder = listenTo(socket);
    const received: [string, boolean][] = [];
    client.on('message', (data: Buffer, isBinary) => received.push([data.toString(), isBinary]));
    client.send('wörds');
    client.send(Buffer.from([0, 255]));
    client.send('');
    socket.send('wörds');
    socket.send(Buffer.from('text in a buffer'));
    socket.send(Buffer.from('bytes'), true);
    socket.send('');
    await eventually(() => recorder.frames.length === 3 && received.length === 4);
    expect(recorder.frames).toEqual(['wörds', Buffer.from([0, 255]), '']);
    expect(received).toEqual([
      ['wörds', false],
      ['text in a buffer', false],
      ['bytes', true],
      ['', false],
    ]);
  });

  it('that arrive before `listen` are buffered', async () => {
    const frames = Buffer.concat([rawFrame(TEXT, 'hello'), rawFrame(TEXT, 'again')]);
    const { socket } = await loopback.connectRaw({}, frames);
    // If it were read, the frames would be lost by now.
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    const recorder = listenTo(socket);
    await eventually(() => recorder.frames.length === 2);
    expect(recorder.frames).toEqual(['hello', 'again']);
  });

  it('are not reported while reading is paused, even if they arrived in one chunk', async () => {
    const { socket, client } = await loopback.connectRaw();
    const frames: string[] = [];
    socket.listen({
      onFrame: ({ data }) => {
        frames.push(data.toString());
        socket.pause();
      },
      onClose: () => undefined,
    });
    client.write(Buffer.concat(['a', 'b', 'c'].map((text) => rawFrame(TEXT, text))));
    for (const expected of [['a'], ['a', 'b'], ['a', 'b', 'c']]) {
      await eventually(() => frames.length === expected.length);
      await new Promise(setImmediate);
      expect(frames).toEqual(expected);
      socket.resume();
    }
  });

  it('have one listener', async () => {
    const { socket } = await loopback.connect();
    listenTo(socket);
    expect(() => listenTo(socket)).toThrow('already has a listener');
  });
});

describe('the close', () => {
  it('of the peer is reported once, after the last frame', async () => {
    const { socket, client } = await loopback.connect();
    const recorder = listenTo(socket);
    client.send('bye');
    client.close(4001, 'enough');
    await socket.closed;
    expect(recorder.closes).toEqual([{ code: 4001, reason: 'enough', afterFrames: 1 }]);
  });

  it('without a code is 1005', async () => {
    const { socket, client } = await loopback.connect();
    const recorder = listenTo(socket);
    client.close();
    await socket.closed;
    expect(recorder.closes).toMatchObject([{ code: 1005, reason: '' }]);
  });

  it('of this side reaches the peer after all frames, and none follow', async () => {
    const { socket, client } = await loopback.connect();
    const recorder = listenTo(socket);
    const received: string[] = [];
    client.on('message', (data: Buffer) => received.push(data.toString()));
    const closed = awaitClose(client);
    socket.send('last words');
    socket.close(1006, 'é'.repeat(100));
    socket.send('too late');
    socket.close(1000, 'the second call does not count');
    const closing = { code: 1011, reason: 'é'.repeat(61) };
    expect(await closed).toEqual(closing);
    await socket.closed;
    expect(recorder.closes).toEqual([{ ...closing, afterFrames: 0 }]);
    expect(received).toEqual(['last words']);
  });

  it('is reported although reading is paused', async () => {
    const { socket, client } = await loopback.connect();
    const recorder = listenTo(socket);
    socket.pause();
    client.send('never read');
    socket.close(1000, 'done');
    const beganAtMs = performance.now();
    await socket.closed;
    // It would be forced after three seconds.
    expect(performance.now() - beganAtMs).toBeLessThan(2_900);
    expect(recorder.frames).toEqual([]);
    expect(recorder.closes).toMatchObject([{ code: 1000, reason: 'done' }]);
  });

  it('is forced if the peer does not respond', async () => {
    const beganAtMs = performance.now();
    const { socket: unanswered } = await loopback.connectRaw();
    const { socket: halfClosed, client } = await loopback.connectRaw();
    const recorders = [unanswered, halfClosed].map(listenTo);
    unanswered.close(1001, 'going');
    client.pause();
    client.write(rawFrame(CLOSE, Buffer.from([0x0f, 0xa1])));
    await Promise.all([unanswered.closed, halfClosed.closed]);
    expect(performance.now() - beganAtMs).toBeGreaterThan(2_900);
    expect(performance.now() - beganAtMs).toBeLessThan(20_000);
    expect(recorders[0]?.closes).toMatchObject([{ code: 1001, reason: 'going' }]);
    expect(recorders[1]?.closes).toMatchObject([{ code: 4001, reason: '' }]);
  });

  it('by terminate is reported once, as 1006', async () => {
    const { socket, client } = await loopback.connect();
    const recorder = listenTo(socket);
    const received = awaitClose(client);
    socket.terminate();
    socket.terminate();
    socket.close(1000, 'too late');
    await socket.closed;
    expect((await received).code).toBe(1006);
    expect(recorder.closes).toEqual([{ code: 1006, reason: '', afterFrames: 0 }]);
  });

  it('is 1006 if the connection is lost', async () => {
    const { socket, client } = await loopback.connectRaw();
    const recorder = listenTo(socket);
    client.resetAndDestroy();
    await socket.closed;
    expect(recorder.closes).toMatchObject([{ code: 1006 }]);
  });

  it('is reported to a listener that is added later', async () => {
    const { socket } = await loopback.connect();
    socket.terminate();
    await socket.closed;
    const recorder = listenTo(socket);
    expect(recorder.closes).toEqual([]);
    await eventually(() => recorder.closes.length > 0);
    expect(recorder.closes).toMatchObject([{ code: 1006 }]);
  });

  it.each([
    ['an unmasked frame', Buffer.from([TEXT, 1, 0x61]), 1002],
    ['reserved bits', rawFrame(0xf1, 'a'), 1002],
    ['an unknown opcode', rawFrame(0x83, 'a'), 1002],
    ['a fragmented ping', rawFrame(0x09, 'a'), 1002],
    ['a reserved close code', rawFrame(CLOSE, Buffer.from([0x03, 0xed])), 1002],
    ['text that is not UTF-8', rawFrame(TEXT, Buffer.from([0xff])), 1007],
    ['a frame beyond the limit', Buffer.from([TEXT, 0xff, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0, 0]), 1009],
  ])('after %s has the code that the peer receives', async (_what, bytes, code) => {
    const { socket, client } = await loopback.connectRaw();
    const answer: Buffer[] = [];
    client.on('data', (chunk: Buffer) => answer.push(chunk));
    const recorder = listenTo(socket);
    client.write(Buffer.concat([rawFrame(TEXT, 'before'), bytes]));
    await once(client, 'end');
    client.end();
    await socket.closed;
    expect(recorder.closes).toMatchObject([{ code, afterFrames: 1 }]);
    const closeFrame = Buffer.concat(answer).subarray(-4);
    expect([...closeFrame]).toEqual([CLOSE, 2, code >> 8, code & 0xff]);
  });
});
