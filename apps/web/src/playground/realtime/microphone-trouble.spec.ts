import { describe, expect, it } from '@jest/globals';
import { microphoneTrouble } from './microphone-trouble.js';

describe('microphoneTrouble', () => {
  it('explains how to allow the microphone', () => {
    expect(microphoneTrouble(new DOMException('Permission denied', 'NotAllowedError'))).toContain('Allow it');
  });

  it('explains that the microphone requires HTTPS', () => {
    expect(microphoneTrouble(new TypeError('Cannot read properties of undefined'))).toContain('HTTPS');
  });

  it('includes the message of other errors', () => {
    expect(microphoneTrouble(new Error('Device lost'))).toContain('Device lost');
  });
});
