import { describe, expect, it } from '@jest/globals';
import { maskToken } from './mask-token.js';

describe('maskToken', () => {
  it('shows both ends of a long token', () => {
    expect(maskToken('sk-mg-X9CM7WQ2mB1a5Fc2h3F8xSE2fw')).toBe('sk-mg-X9C…E2fw');
  });

  it('hides a short token completely', () => {
    expect(maskToken('sk-secret')).toBe('••••…');
  });
});
