import { describe, expect, it } from '@jest/globals';
import { explainFailure, lastMeaningfulLines } from './failure.js';

describe('explainFailure', () => {
  it('names the folder whose disk is full', () => {
    const postgresError = new Error('initdb: error: could not write file: No space left on device');
    const nodeError = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const expected = 'The disk of /data is full. Free disk space and start again.';
    expect(explainFailure(postgresError, '/data').message).toBe(expected);
    expect(explainFailure(nodeError, '/data').message).toBe(expected);
  });

  it('names the path that cannot be accessed', () => {
    const error = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/data/postgres' });
    expect(explainFailure(error, '/data').message).toContain('cannot access /data/postgres');
  });

  it('distinguishes a program that cannot run from a missing file', () => {
    const error = Object.assign(new Error('spawn'), {
      code: 'ENOENT',
      path: '/bin/initdb',
      syscall: 'spawn /bin/initdb',
    });
    expect(explainFailure(error, '/data').message).toContain('/bin/initdb does not run on this system');
  });

  it('returns an Error for any thrown value', () => {
    expect(explainFailure(undefined, '/data')).toBeInstanceOf(Error);
    const error = new Error('clear already');
    expect(explainFailure(error, '/data')).toBe(error);
  });
});

describe('lastMeaningfulLines', () => {
  it('removes timestamps, empty lines and uninformative messages', () => {
    const log = [
      '2026-01-02 03:04:05.678 UTC [42] LOG:  starting PostgreSQL 18.4 on x86_64',
      '',
      '2026-01-02 03:04:05.678 UTC [42] FATAL:  could not create shared memory segment',
      '2026-01-02 03:04:05.678 UTC [42] LOG:  database system is shut down',
    ].join('\n');
    expect(lastMeaningfulLines(log)).toBe('FATAL:  could not create shared memory segment');
  });

  it('returns only the last lines', () => {
    expect(lastMeaningfulLines('a\nb\nc\n', 2)).toBe('b\nc');
  });
});
