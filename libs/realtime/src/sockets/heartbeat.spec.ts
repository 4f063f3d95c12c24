import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from './__fixtures__/eventually.js';
import { Loopback } from './__fixtures__/loopback.js';
import { rawFrame } from './__fixtures__/raw-frame.js';
import { Witness } from './__fixtures__/witness.js';

const TEXT = 0x81;
const PONG = 0x8a;
const QUICK = { pingMs: 50, deadAfterMs: 250 };

let loopback: Loopback;

beforeAll(async () => {
  loopback = await Loopback.start();
});

afterAll(() => loopback.stop());

async function passes(durationMs: number): Promise<void> {
  const beganAtMs = performance.now();
  await eventually(() => performance.now() - beganAtMs > durationMs);
}

describe('the heartbeat', () => {
  it('pings, and keeps a peer that answers', async () => {
    const { socket, client } = await loopback.connect(QUICK);
    const witness = new Witness();
    socket.listen(witness);
    let pings = 0;
    client.on('ping', () => (pings += 1));
    await passes(3 * QUICK.deadAfterMs);
    expect(pings).toBeGreaterThan(3);
    expect(pings).toBeLessThan(20);
    expect(witness.closes).toEqual([]);
  });

  it('ends a connection whose peer is not heard of', async () => {
    const { socket } = await loopback.connect(QUICK, { autoPong: false });
    const witness = new Witness();
    const beganAtMs = performance.now();
    socket.listen(witness);
    await socket.closed;
    expect(performance.now() - beganAtMs).toBeGreaterThan(QUICK.deadAfterMs - 50);
    expect(witness.closes).toEqual([
      { code: 1006, reason: 'the other side is not heard of any more', afterFrames: 0 },
    ]);
  });

  it.each([
    ['pongs', rawFrame(PONG, '')],
    ['frames', rawFrame(TEXT, 'still here')],
  ])('takes %s for a sign of life', async (_what, sign) => {
    const { socket, client } = await loopback.connectRaw(QUICK);
    const witness = new Witness();
    socket.listen(witness);
    const signs = setInterval(() => client.write(sign), 50);
    await passes(3 * QUICK.deadAfterMs);
    clearInterval(signs);
    expect(witness.closes).toEqual([]);
  });

  it('does not take a peer for dead that is not being read', async () => {
    const { socket } = await loopback.connect(QUICK);
    const witness = new Witness();
    socket.listen(witness);
    socket.pause();
    await passes(3 * QUICK.deadAfterMs);
    expect(witness.closes).toEqual([]);
    socket.resume();
    await passes(2 * QUICK.deadAfterMs);
    expect(witness.closes).toEqual([]);
  });

  it('takes it for dead once it is read again and still says nothing', async () => {
    const { socket } = await loopback.connect(QUICK, { autoPong: false });
    const witness = new Witness();
    socket.listen(witness);
    socket.pause();
    await passes(2 * QUICK.deadAfterMs);
    socket.resume();
    await socket.closed;
    expect(witness.closes).toMatchObject([{ code: 1006 }]);
  });
});
