import { describe, expect, it } from '@jest/globals';
import { type WebSocket } from 'ws';
import { SendQueue } from './send-queue.js';

/** Takes what it is given when it is told to. */
class SlowSocket {
  bufferedAmount = 0;
  readonly given: string[] = [];
  private readonly callbacks: (() => void)[] = [];

  send(data: Buffer, _options: unknown, callback: () => void): void {
    this.bufferedAmount += data.length;
    this.given.push(data.toString('utf8', 0, 1));
    this.callbacks.push(callback);
  }

  /** As streams do: the buffer is found empty a moment before the callbacks say so. */
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

function createQueue(): { socket: SlowSocket; queue: SendQueue } {
  const socket = new SlowSocket();
  const marks = { highWaterBytes: 150_000, lowWaterBytes: 50_000 };
  return { socket, queue: new SendQueue(socket as unknown as WebSocket, marks) };
}

describe('Outbox', () => {
  it('gives away a little at a time', () => {
    const { socket, queue } = createQueue();
    for (const letter of 'abcde') queue.push(frame(letter));
    expect(socket.given).toEqual(['a', 'b']);
    socket.empty().report();
    expect(socket.given).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps the order where there is room before it is reported', () => {
    const { socket, queue } = createQueue();
    for (const letter of 'abc') queue.push(frame(letter));
    const emptied = socket.empty();
    queue.push(frame('d'));
    emptied.report();
    expect(socket.given).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is behind from the high-water mark to the low-water mark', () => {
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
});
