import { describe, expect, it } from '@jest/globals';
import { Output } from '../frame/output.js';
import { describeReport } from './verify-audit-log.js';

const HASH = 'ab'.repeat(32);

describe('the report on the audit log', () => {
  it('says what to keep where all is right', () => {
    expect(
      describeReport({ entries: 1, faults: [], head: { seq: 1, hash: HASH } }, new Output(false)),
    ).toEqual([
      'Checked 1 entry: all is right.',
      `To see later that nothing was cut off, keep this elsewhere: --head 1:${HASH}`,
    ]);
  });

  it('is a table of what is wrong, and then gives nothing to keep', () => {
    const faults = [
      { seq: 9, what: 'is missing' },
      { seq: 123_456, what: 'was changed' },
    ];
    expect(
      describeReport({ entries: 123_455, faults, head: { seq: 123_456, hash: HASH } }, new Output(false)),
    ).toEqual([
      'ENTRY   FAULT',
      '9       is missing',
      '123456  was changed',
      '',
      'Checked 123455 entries: 2 faults.',
    ]);
  });
});
