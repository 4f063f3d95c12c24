import { describe, expect, it } from '@jest/globals';
import { GatewayError } from './gateway-error.js';

describe('GatewayError', () => {
  it('shortens long messages and parameters', () => {
    const sent = 'x'.repeat(1_000_000);
    const { message, param } = new GatewayError('invalid-value', `"${sent}" is unknown.`, { param: sent });
    expect(message).toBe(`"${'x'.repeat(1999)}…`);
    expect(param).toBe(`${'x'.repeat(300)}…`);
  });

  it('does not change messages of ordinary length', () => {
    const { message, param } = new GatewayError('invalid-value', '"a" is unknown.', { param: 'a' });
    expect({ message, param }).toEqual({ message: '"a" is unknown.', param: 'a' });
  });
});
