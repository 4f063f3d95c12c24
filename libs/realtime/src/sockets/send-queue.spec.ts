import { describe, expect, it } from '@jest/globals';
import { type WebSocket } from 'ws';
import { SendQueue, type SendQueueOptions } from './send-queue.js';

/** A socket that sends its data when the test flushes it. */
class SlowSocket {
  bufferedAmount = 0;
  readonly given: string[] = [];
  private readonly callbacks: (() => void)[] = [];

  send(data: Buffer, _options: unknown, callback: () => void): void {
    this.bufferedAmount += data.length;
    this.given.push(data.toString('utf8', 0, 1));
    this.callbacks.push(callback);
  }

  /** Like a stream: the buffer is empty shortly before the callbacks. */
  empty(): { report(): void } {
    this.bufferedAmount = 0;
    const callbacks = this.callbacks.splice(0);
    return { report: () => callbacks.forEach((callback) => callback()) };
  }
}

const frame = (letter: string, sizeBytes = 40_000): { data: Buffer; isBinary: boolean } => ({
  data: Buffer.alloc(sizeBytes, letter),
  isBinary: false,
});

function createQueue(options: Partial<SendQueueOptions> = {}): { socket: SlowSocket; queue: SendQueue } {
  const socket = new SlowSocket();
  const marks = { highWaterBytes: 150_000, lowWaterBytes: 50_000 };
  return { socket, queue: new SendQueue(socket as unknown as WebSocket, { marks, ...options }) };
}

describe('SendQueue', () => {
  it('passes a little at a time to the socket', () => {
    const { socket, queue } = createQueue();
    for (const letter of 'abcde') queue.push(frame(letter));
    expect(socket.given).toEqual(['a', 'b']);
    socket.empty().report();
    expect(socket.given).toEqual(['a', 'b', 'c', 'd']);
  });

  it('preserves the order if the buffer is empty before the callbacks', () => {
    const { socket, queue } = createQueue();
    for (const letter of 'abc') queue.push(frame(letter));
    const emptied = socket.empty();
    queue.push(frame('d'));
    emptied.report();
    expect(socket.given).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is behind from the high-water mark until the low-water mark', () => {
    const { socket, queue } = createQueue();
    for (const letter of 'abc') queue.push(frame(letter));
    expect(queue.isBehind).toBe(false);
    queue.push(frame('d'));
    expect(queue.isBehind).toBe(true);
    socket.empty().report();
    expect(queue.isBehind).toBe(true);
    socket.empty().report();
    expect(queue.isBehind).toBe(false);
  });

  it('counts the waiting bytes, and reports when they exceed the budget', () => {
    const counted: number[] = [];
    let overflows = 0;
    const output = { set: (bytes: number) => counted.push(bytes) > 0 && bytes <= 100_000 };
    const { socket, queue } = createQueue({ output, onOverflow: () => (overflows += 1) });
    for (const letter of 'abc') queue.push(frame(letter));
    expect([counted, overflows]).toEqual([[40_000, 80_000, 120_000], 1]);
    socket.empty().report();
    queue.discard();
    expect(counted.at(-1)).toBe(40_000);
  });

  it('has caught up when the peer has read everything that was waiting before', () => {
    const { socket, queue } = createQueue();
    for (const letter of 'abc') queue.push(frame(letter));
    expect(queue.hasCaughtUp()).toBe(true);
    socket.empty().report();
    queue.push(frame('d'));
    expect(queue.hasCaughtUp()).toBe(false);
    socket.empty().report();
    expect(queue.hasCaughtUp()).toBe(true);
  });
});
