import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listenForStop } from './stop-signals.js';

describe('listenForStop', () => {
  let nowMs: number;
  let received: string[];
  let stopListening: () => void;

  beforeEach(() => {
    nowMs = 0;
    received = [];
    stopListening = listenForStop(
      { onFirst: () => received.push('first'), onInsisted: () => received.push('insisted') },
      () => nowMs,
    );
  });

  afterEach(() => stopListening());

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('takes %s as a request to stop', (signal) => {
    process.emit(signal);
    expect(received).toEqual(['first']);
  });

  it('takes what follows within two seconds as an echo', () => {
    process.emit('SIGINT');
    nowMs = 1_999;
    process.emit('SIGTERM');
    expect(received).toEqual(['first']);
  });

  it('takes what follows later as insisting', () => {
    process.emit('SIGINT');
    nowMs = 2_000;
    process.emit('SIGINT');
    expect(received).toEqual(['first', 'insisted']);
  });

  it('hears nothing once the listening has ended', () => {
    stopListening();
    process.emit('SIGTERM');
    expect(received).toEqual([]);
  });
});
