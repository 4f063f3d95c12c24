import { describe, expect, it } from '@jest/globals';
import { Output } from '../frame/output.js';
import { describeReport } from './verify-audit-log.js';

const HASH = 'ab'.repeat(32);

describe('the report on the audit log', () => {
  it('contains the head to store if there are no faults', () => {
    expect(
      describeReport({ entries: 1, faults: [], head: { seq: 1, hash: HASH } }, new Output(false)),
    ).toEqual([
      'Checked 1 entry: no problems found.',
      `Store this value elsewhere to detect a truncated log later: --head 1:${HASH}`,
    ]);
  });

  it('is a table of the faults without a head to store', () => {
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
