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
      { onFirst: () => received.push('first'), onRepeated: () => received.push('repeated') },
      () => nowMs,
    );
  });

  afterEach(() => stopListening());

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('requests a stop on %s', (signal) => {
    process.emit(signal);
    expect(received).toEqual(['first']);
  });

  it('ignores a second signal within two seconds', () => {
    process.emit('SIGINT');
    nowMs = 1_999;
    process.emit('SIGTERM');
    expect(received).toEqual(['first']);
  });

  it('reports a repeated signal after two seconds', () => {
    process.emit('SIGINT');
    nowMs = 2_000;
    process.emit('SIGINT');
    expect(received).toEqual(['first', 'repeated']);
  });

  it('ignores signals after the listeners were removed', () => {
    stopListening();
    process.emit('SIGTERM');
    expect(received).toEqual([]);
  });
});
