import { describe, expect, it } from '@jest/globals';
import { microphoneTrouble } from './microphone-trouble.js';

describe('microphoneTrouble', () => {
  it('tells how to allow what was refused', () => {
    expect(microphoneTrouble(new DOMException('Permission denied', 'NotAllowedError'))).toContain('Allow it');
  });

  it('knows a page without a microphone', () => {
    expect(microphoneTrouble(new TypeError('Cannot read properties of undefined'))).toContain('HTTPS');
  });

  it('passes on what it has no words for', () => {
    expect(microphoneTrouble(new Error('Device lost'))).toContain('Device lost');
  });
});
