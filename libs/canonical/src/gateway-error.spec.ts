import { describe, expect, it } from '@jest/globals';
import { GatewayError } from './gateway-error.js';

describe('GatewayError', () => {
  it('quotes no more of what was sent than anyone reads', () => {
    const sent = 'x'.repeat(1_000_000);
    const { message, param } = new GatewayError('invalid-value', `"${sent}" is unknown.`, { param: sent });
    expect(message).toBe(`"${'x'.repeat(1999)}…`);
    expect(param).toBe(`${'x'.repeat(300)}…`);
  });

  it('keeps what is of ordinary length', () => {
    const { message, param } = new GatewayError('invalid-value', '"a" is unknown.', { param: 'a' });
    expect({ message, param }).toEqual({ message: '"a" is unknown.', param: 'a' });
  });
});
