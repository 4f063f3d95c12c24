import { describe, expect, it } from '@jest/globals';
import { isDatabaseAway, isUnstorableText } from './database-fault.js';

const ofQuery = (code: string): Error => Object.assign(new Error('query failed'), { driverError: { code } });
const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('a request that failed at the database', () => {
  it.each([
    ['a server that starts', ofQuery('57P03')],
    ['a server that was told to stop', ofQuery('57P01')],
    ['a server that has crashed', ofQuery('57P02')],
    ['a server without a place left', ofQuery('53300')],
    ['a standby, which takes no writes', ofQuery('25006')],
    ['a disk that cannot be read', ofQuery('58030')],
    ['a server whose disk is full', ofQuery('53100')],
    ['a session that waited too long', ofQuery('57P05')],
    ['a name that is not known for the moment', withCode('EAI_AGAIN')],
    ['a machine out of reach', withCode('EHOSTUNREACH')],
    ['a connection that was refused', withCode('ECONNREFUSED')],
    ['a connection that broke', new Error('Connection terminated unexpectedly')],
    [
      'a connection that is of no use',
      new Error('Client has encountered a connection error and is not queryable'),
    ],
  ])('may be sent again after %s', (_what, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['a broken rule', ofQuery('23505')],
    ['a cancelled query', ofQuery('57014')],
    ['a fault of ours', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('is a fault for good after %s', (_what, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });

  it('is for the client to mend where it holds U+0000', () => {
    expect(isUnstorableText(ofQuery('22021'))).toBe(true);
    expect(isUnstorableText(ofQuery('22P05'))).toBe(true);
    expect(isUnstorableText(ofQuery('57P03'))).toBe(false);
  });
});
