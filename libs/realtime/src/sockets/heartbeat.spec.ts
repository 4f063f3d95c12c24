import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/eventually/index.js';
import { FrameRecorder, rawFrame } from './__fixtures__/frame-recorder.js';
import { Loopback } from './__fixtures__/loopback.js';

const TEXT = 0x81;
const PONG = 0x8a;
const QUICK = { pingMs: 50, deadAfterMs: 250 };

const loopbacks: Loopback[] = [];

async function startLoopback(): Promise<Loopback> {
  const loopback = await Loopback.start();
  loopbacks.push(loopback);
  return loopback;
}

afterAll(() => Promise.all(loopbacks.map((loopback) => loopback.stop())));

async function passes(durationMs: number): Promise<void> {
  const beganAtMs = performance.now();
  await eventually(() => performance.now() - beganAtMs > durationMs);
}

// Concurrent, because they only wait.
describe('the heartbeat', () => {
  it.concurrent('pings, and does not disconnect a peer that responds', async () => {
    const { socket, client } = await (await startLoopback()).connect(QUICK);
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    let pings = 0;
    client.on('ping', () => (pings += 1));
    await passes(3 * QUICK.deadAfterMs);
    expect(pings).toBeGreaterThan(3);
    expect(pings).toBeLessThan(20);
    expect(recorder.closes).toEqual([]);
  });

  it.concurrent('closes a connection whose peer does not respond', async () => {
    const { socket } = await (await startLoopback()).connect(QUICK, { autoPong: false });
    const recorder = new FrameRecorder();
    const beganAtMs = performance.now();
    socket.listen(recorder);
    await socket.closed;
    expect(performance.now() - beganAtMs).toBeGreaterThan(QUICK.deadAfterMs - 50);
    expect(recorder.closes).toEqual([{ code: 1006, reason: 'the peer no longer responds', afterFrames: 0 }]);
  });

  it.concurrent.each([
    ['pongs', rawFrame(PONG, '')],
    ['frames', rawFrame(TEXT, 'still here')],
  ])('accepts %s as a sign of life', async (_what, sign) => {
    const { socket, client } = await (await startLoopback()).connectRaw(QUICK);
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    const signs = setInterval(() => client.write(sign), 50);
    await passes(3 * QUICK.deadAfterMs);
    clearInterval(signs);
    expect(recorder.closes).toEqual([]);
  });

  it.concurrent('does not close a connection that is not being read', async () => {
    const { socket } = await (await startLoopback()).connect(QUICK);
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    socket.pause();
    await passes(3 * QUICK.deadAfterMs);
    expect(recorder.closes).toEqual([]);
    socket.resume();
    await passes(2 * QUICK.deadAfterMs);
    expect(recorder.closes).toEqual([]);
  });

  it.concurrent('closes it if it is read again and remains silent', async () => {
    const { socket } = await (await startLoopback()).connect(QUICK, { autoPong: false });
    const recorder = new FrameRecorder();
    socket.listen(recorder);
    socket.pause();
    await passes(2 * QUICK.deadAfterMs);
    socket.resume();
    await socket.closed;
    expect(recorder.closes).toMatchObject([{ code: 1006 }]);
  });
});
