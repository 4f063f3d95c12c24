import { describe, expect, it } from '@jest/globals';
import { toAddressSubject } from './address-subject.js';

describe('the subject that failures from an address are counted for', () => {
  it.each([
    ['192.0.2.7', 'address:192.0.2.7'],
    ['::ffff:192.0.2.7', 'address:192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', 'address:2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'address:fe80::/64'],
    ['::1', 'address:::/64'],
    ['a socket', 'address:a socket'],
  ])('is, for %s, %s', (address, subject) => {
    expect(toAddressSubject(address)).toBe(subject);
  });
});
