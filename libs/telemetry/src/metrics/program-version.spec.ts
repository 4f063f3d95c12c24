import { describe, expect, it } from '@jest/globals';
import { programVersion } from './program-version.js';

describe('programVersion', () => {
  it('finds the version in package.json', () => {
    expect(programVersion()).toMatch(/^\d+\.\d+\.\d+/);
  });
});
