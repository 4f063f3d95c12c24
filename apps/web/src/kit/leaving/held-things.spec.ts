import { describe, expect, it } from '@jest/globals';
import { type HeldThing, findHeld, hold } from './held-things.js';

const warning = (changes: Partial<HeldThing>): HeldThing => ({
  isHeld: () => true,
  title: 'Leave?',
  consequence: 'It is lost.',
  verb: 'Leave',
  ...changes,
});
const location = (pathname: string) => ({ pathname, search: '', hash: '', state: null, key: '' });

describe('findHeld', () => {
  it('checks the state at the time of leaving, and ignores removed warnings', () => {
    let isDirty = false;
    const release = hold(warning({ isHeld: () => isDirty }));
    expect(findHeld()).toBeUndefined();
    isDirty = true;
    expect(findHeld()?.title).toBe('Leave?');
    release();
    expect(findHeld()).toBeUndefined();
  });

  it('skips a warning that allows the target page, but not the others', () => {
    const releases = [
      hold(warning({ title: 'the key', mayLeaveTo: ({ pathname }) => pathname === '/playground' })),
      hold(warning({ title: 'the secret' })),
    ];
    expect(findHeld(location('/tokens'))?.title).toBe('the key');
    expect(findHeld(location('/playground'))?.title).toBe('the secret');
    for (const release of releases) release();
  });
});
