import { describe, expect, it } from '@jest/globals';
import { describeMicrophoneError } from './microphone-error.js';

describe('describeMicrophoneError', () => {
  it('explains how to allow the microphone', () => {
    expect(describeMicrophoneError(new DOMException('Permission denied', 'NotAllowedError'))).toContain(
      'Allow it',
    );
  });

  it('explains that the microphone requires HTTPS', () => {
    expect(describeMicrophoneError(new TypeError('Cannot read properties of undefined'))).toContain('HTTPS');
  });

  it('includes the message of other errors', () => {
    expect(describeMicrophoneError(new Error('Device lost'))).toContain('Device lost');
  });
});
