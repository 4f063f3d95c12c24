import { EventEmitter } from 'node:events';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HeldConnections } from './held-connections.js';

let connections: HeldConnections;

beforeEach(() => {
  jest.useFakeTimers();
  connections = new HeldConnections();
});

afterEach(() => {
  connections.onApplicationShutdown();
  jest.useRealTimers();
});

interface Refused {
  retrySeconds: number;
  pause: jest.Mock;
  resume: jest.Mock;
}

function refuse(request: { headers?: Record<string, string>; complete?: boolean } = {}): Refused {
  const socket = { destroyed: false, pause: jest.fn(), resume: jest.fn() };
  const response = new EventEmitter();
  const incoming = { headers: {}, complete: true, ...request, socket } as unknown as IncomingMessage;
  const retrySeconds = connections.holdAfter(incoming, response as ServerResponse);
  response.emit('close');
  jest.advanceTimersByTime(0);
  return { retrySeconds, pause: socket.pause, resume: socket.resume };
}

/** Advances the time during an overload: requests wait in every tick. */
function advance(ms: number): void {
  for (let elapsedMs = 0; elapsedMs < ms; elapsedMs += 5) {
    connections.noteWaiting();
    jest.advanceTimersByTime(5);
  }
}

describe('HeldConnections', () => {
  it('reads from a connection again when its client should retry', () => {
    const { retrySeconds, resume } = refuse();
    expect(retrySeconds).toBe(1);
    advance(990);
    expect(resume).not.toHaveBeenCalled();
    advance(20);
    expect(resume).toHaveBeenCalledTimes(1);
  });

  it('releases connections later if more clients are refused, but within 30 seconds', () => {
    const all = Array.from({ length: 10_000 }, () => refuse());
    expect([0, 500, 2_000, 9_999].map((index) => all[index]?.retrySeconds)).toEqual([1, 4, 11, 30]);
    advance(3_000);
    const count = all.filter(({ resume }) => resume.mock.calls.length > 0).length;
    expect(count).toBeGreaterThan(390);
    expect(count).toBeLessThan(410);
  });

  it('reserves more time for the rest of a long body', () => {
    refuse({ complete: false, headers: { 'content-length': String(64 * 1024 * 1024) } });
    expect(refuse().retrySeconds).toBe(4);
  });

  it('releases connections early when no requests wait', () => {
    const all = Array.from({ length: 2_000 }, () => refuse());
    jest.advanceTimersByTime(1_700);
    expect(all.every(({ resume }) => resume.mock.calls.length > 0)).toBe(true);
    expect(refuse().retrySeconds).toBe(1);
  });

  it.each(['x-forwarded-for', 'forwarded', 'via'])(
    'does not hold a connection with the header %s, which a proxy shares',
    (name) => {
      const { retrySeconds, pause, resume } = refuse({ headers: { [name]: 'x' } });
      expect(retrySeconds).toBeGreaterThanOrEqual(1);
      expect(retrySeconds).toBeLessThanOrEqual(3);
      expect(pause).not.toHaveBeenCalled();
      expect(resume).toHaveBeenCalledTimes(1);
    },
  );
});
