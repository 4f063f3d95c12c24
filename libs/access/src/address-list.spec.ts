import { describe, expect, it } from '@jest/globals';
import { AddressList } from './address-list.js';

describe('AddressList', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['10.0.0.0/8', '10.255.255.255'],
    ['10.0.0.0/8', '::ffff:10.1.2.3'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.0/104', '10.9.9.9'],
    ['::1', '0:0:0:0:0:0:0:1'],
    ['2001:db8::/32', '2001:db8:ffff::1'],
    ['0.0.0.0/0', '203.0.113.1'],
  ])('%s includes %s', (entry, address) => {
    expect(new AddressList(['192.0.2.1', entry]).includes(address)).toBe(true);
  });

  it.each([
    ['10.0.0.0/8', '11.0.0.0'],
    ['127.0.0.1', '::1'],
    ['0.0.0.0/0', '2001:db8::1'],
    ['::/0', '10.0.0.1'],
    ['10.0.0.0/8', '10.0.0.1, 10.0.0.2'],
    ['10.0.0.0/8', '10.1'],
    ['10.0.0.0/8', ''],
  ])('%s does not include %s', (entry, address) => {
    expect(new AddressList([entry]).includes(address)).toBe(false);
  });

  it('ignores entries that are not addresses', () => {
    const list = new AddressList(['nonsense', '10.0.0.0/99', '', '192.0.2.1']);
    expect(list.includes('10.0.0.1')).toBe(false);
    expect(list.includes('192.0.2.1')).toBe(true);
  });
});
