import { describe, expect, it } from '@jest/globals';
import { explainFailure, lastMeaningfulLines } from './failure.js';

describe('explainFailure', () => {
  it('names the folder whose disk is full, whoever noticed', () => {
    const byPostgres = new Error('initdb: error: could not write file: No space left on device');
    const byNode = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const expected = 'The disk that holds /data is full: make room and start again.';
    expect(explainFailure(byPostgres, '/data').message).toBe(expected);
    expect(explainFailure(byNode, '/data').message).toBe(expected);
  });

  it('names the path to which access is lacking', () => {
    const error = Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/data/postgres' });
    expect(explainFailure(error, '/data').message).toContain('needs access to /data/postgres');
  });

  it('tells a program that cannot be run from a missing file', () => {
    const error = Object.assign(new Error('spawn'), {
      code: 'ENOENT',
      path: '/bin/initdb',
      syscall: 'spawn /bin/initdb',
    });
    expect(explainFailure(error, '/data').message).toContain('/bin/initdb does not run on this system');
  });

  it('is an Error whatever was thrown', () => {
    expect(explainFailure(undefined, '/data')).toBeInstanceOf(Error);
    const error = new Error('clear already');
    expect(explainFailure(error, '/data')).toBe(error);
  });
});

describe('lastMeaningfulLines', () => {
  it('drops time stamps, empty lines and the usual greetings', () => {
    const log = [
      '2026-01-02 03:04:05.678 UTC [42] LOG:  starting PostgreSQL 18.4 on x86_64',
      '',
      '2026-01-02 03:04:05.678 UTC [42] FATAL:  could not create shared memory segment',
      '2026-01-02 03:04:05.678 UTC [42] LOG:  database system is shut down',
    ].join('\n');
    expect(lastMeaningfulLines(log)).toBe('FATAL:  could not create shared memory segment');
  });

  it('keeps the last ones only', () => {
    expect(lastMeaningfulLines('a\nb\nc\n', 2)).toBe('b\nc');
  });
});
