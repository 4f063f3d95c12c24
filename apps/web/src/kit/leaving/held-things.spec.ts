import { describe, expect, it } from '@jest/globals';
import { type HeldThing, findHeld, hold } from './held-things.js';

const thing = (changes: Partial<HeldThing>): HeldThing => ({
  isHeld: () => true,
  title: 'Leave?',
  consequence: 'It is lost.',
  verb: 'Leave',
  ...changes,
});
const place = (pathname: string) => ({ pathname, search: '', hash: '', state: null, key: '' });

describe('findHeld', () => {
  it('asks at the moment of leaving, and no more once it is let go', () => {
    let isDirty = false;
    const release = hold(thing({ isHeld: () => isDirty }));
    expect(findHeld()).toBeUndefined();
    isDirty = true;
    expect(findHeld()?.title).toBe('Leave?');
    release();
    expect(findHeld()).toBeUndefined();
  });

  it('lets go where nothing is lost, but not for another thing', () => {
    const releases = [
      hold(thing({ title: 'the key', mayLeaveTo: ({ pathname }) => pathname === '/playground' })),
      hold(thing({ title: 'the secret' })),
    ];
    expect(findHeld(place('/tokens'))?.title).toBe('the key');
    expect(findHeld(place('/playground'))?.title).toBe('the secret');
    for (const release of releases) release();
  });
});
