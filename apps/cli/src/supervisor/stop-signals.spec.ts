import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listenForStop } from './stop-signals.js';

describe('listenForStop', () => {
  let nowMs: number;
  let heard: string[];
  let stopListening: () => void;

  beforeEach(() => {
    nowMs = 0;
    heard = [];
    stopListening = listenForStop(
      { onFirst: () => heard.push('first'), onInsisted: () => heard.push('insisted') },
      () => nowMs,
    );
  });

  afterEach(() => stopListening());

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('takes %s as the wish to stop', (signal) => {
    process.emit(signal);
    expect(heard).toEqual(['first']);
  });

  it('takes what follows within two seconds as an echo', () => {
    process.emit('SIGINT');
    nowMs = 1_999;
    process.emit('SIGTERM');
    expect(heard).toEqual(['first']);
  });

  it('takes what follows later as insisting', () => {
    process.emit('SIGINT');
    nowMs = 2_000;
    process.emit('SIGINT');
    expect(heard).toEqual(['first', 'insisted']);
  });

  it('hears nothing once the listening has ended', () => {
    stopListening();
    process.emit('SIGTERM');
    expect(heard).toEqual([]);
  });
});
