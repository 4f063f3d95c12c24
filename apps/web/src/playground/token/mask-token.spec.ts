import { describe, expect, it } from '@jest/globals';
import { maskToken } from './mask-token.js';

describe('a masked token', () => {
  it('shows both ends of a long one', () => {
    expect(maskToken('sk-mg-X9CM7WQ2mB1a5Fc2h3F8xSE2fw')).toBe('sk-mg-X9C…E2fw');
  });

  it('shows nothing of a short one', () => {
    expect(maskToken('sk-secret')).toBe('••••…');
  });
});
