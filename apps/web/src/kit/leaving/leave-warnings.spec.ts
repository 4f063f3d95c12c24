import { describe, expect, it } from '@jest/globals';
import { type LeaveWarning, findLeaveWarning, addLeaveWarning } from './leave-warnings.js';

const warning = (changes: Partial<LeaveWarning>): LeaveWarning => ({
  isActive: () => true,
  title: 'Leave?',
  consequence: 'It is lost.',
  verb: 'Leave',
  ...changes,
});
const location = (pathname: string) => ({ pathname, search: '', hash: '', state: null, key: '' });

describe('findLeaveWarning', () => {
  it('checks the state at the time of leaving, and ignores removed warnings', () => {
    let isDirty = false;
    const release = addLeaveWarning(warning({ isActive: () => isDirty }));
    expect(findLeaveWarning()).toBeUndefined();
    isDirty = true;
    expect(findLeaveWarning()?.title).toBe('Leave?');
    release();
    expect(findLeaveWarning()).toBeUndefined();
  });

  it('skips a warning that allows the target page, but not the others', () => {
    const releases = [
      addLeaveWarning(
        warning({ title: 'the key', canLeaveTo: ({ pathname }) => pathname === '/playground' }),
      ),
      addLeaveWarning(warning({ title: 'the secret' })),
    ];
    expect(findLeaveWarning(location('/tokens'))?.title).toBe('the key');
    expect(findLeaveWarning(location('/playground'))?.title).toBe('the secret');
    for (const release of releases) release();
  });
});
