import { describe, expect, it } from '@jest/globals';
import { programVersion } from './program-version.js';

describe('programVersion', () => {
  it('is a version, wherever the program lies', () => {
    expect(programVersion()).toMatch(/^\d+\.\d+\.\d+/);
  });
});
