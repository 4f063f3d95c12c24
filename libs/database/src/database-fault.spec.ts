import { describe, expect, it } from '@jest/globals';
import { isDatabaseAway, isUnstorableText } from './database-fault.js';

const ofQuery = (code: string): Error => Object.assign(new Error('query failed'), { driverError: { code } });
const withCode = (code: string): Error => Object.assign(new Error('failed'), { code });

describe('a database error', () => {
  it.each([
    ['a starting server', ofQuery('57P03')],
    ['a stopping server', ofQuery('57P01')],
    ['a crashed server', ofQuery('57P02')],
    ['a server with too many connections', ofQuery('53300')],
    ['a standby, which rejects writes', ofQuery('25006')],
    ['an unreadable disk', ofQuery('58030')],
    ['a full disk', ofQuery('53100')],
    ['an idle session timeout', ofQuery('57P05')],
    ['a temporary DNS failure', withCode('EAI_AGAIN')],
    ['an unreachable host', withCode('EHOSTUNREACH')],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['an unusable connection', new Error('Client has encountered a connection error and is not queryable')],
  ])('allows a retry after %s', (_name, error) => {
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each([
    ['a violated constraint', ofQuery('23505')],
    ['a cancelled query', ofQuery('57014')],
    ['a bug', new TypeError('x is not a function')],
    ['nothing', undefined],
  ])('is permanent after %s', (_name, error) => {
    expect(isDatabaseAway(error)).toBe(false);
  });

  it('is an error of the client for text with U+0000', () => {
    expect(isUnstorableText(ofQuery('22021'))).toBe(true);
    expect(isUnstorableText(ofQuery('22P05'))).toBe(true);
    expect(isUnstorableText(ofQuery('57P03'))).toBe(false);
  });
});
