import { describe, expect, it } from '@jest/globals';
import { readInvitations, writeResults } from './invitations.js';

describe('invitations', () => {
  it('are parsed one per line, with or without a role, a header and quotes', () => {
    const text =
      'E-mail,Role\r\nann@example.com\n\n"Bob@Example.com" , Admin\neve@example.com;member\nx@example.com\tadministrator';
    expect(readInvitations(text, 'member')).toEqual([
      { line: 2, email: 'ann@example.com', role: 'member' },
      { line: 4, email: 'bob@example.com', role: 'admin' },
      { line: 5, email: 'eve@example.com', role: 'member' },
      { line: 6, email: 'x@example.com', role: 'admin' },
    ]);
  });

  it('report invalid lines and parse the others', () => {
    const text = 'ann@example.com\nann\nbob@example.com,owner\nANN@example.com\n';
    expect(readInvitations(text, 'member').map(({ line, problem }) => [line, problem])).toEqual([
      [1, undefined],
      [2, 'Not an e-mail address.'],
      [3, 'Unknown role “owner”. Use member or admin.'],
      [4, 'The same address is on an earlier line.'],
    ]);
  });

  it('are written as a CSV file without formulas', () => {
    const results = [
      { line: 1, email: 'ann@example.com', role: 'member', password: 'a-b' },
      { line: 2, email: '=x@example.com', role: 'admin', problem: 'Taken, "twice".' },
    ] as const;
    expect(writeResults(results)).toBe(
      'email,role,password,error\r\nann@example.com,member,a-b,\r\n\'=x@example.com,admin,,"Taken, ""twice""."\r\n',
    );
  });
});
