import { describe, expect, it } from '@jest/globals';
import { CommanderError } from 'commander';
import { CommandFailure } from '../command-failure.js';
import { reportError } from './report-error.js';

function report(error: unknown, isJson: boolean): { exitCode: number; written: string } {
  let written = '';
  const exitCode = reportError(error, { isJson, write: (text) => (written += text) });
  return { exitCode, written };
}

const coded = (code: string, message = 'no'): Error => Object.assign(new Error(message), { code });

describe('what went wrong', () => {
  it.each([
    [new CommandFailure('There is no such thing.', 66), 66, 'There is no such thing.'],
    [coded('42P01'), 1, 'The database is not up to date: run "modelgate migrate", or start the gateway.'],
    [coded('42703'), 1, 'The database is not up to date: run "modelgate migrate", or start the gateway.'],
    [coded('ECONNREFUSED', ''), 69, 'The database does not answer: ECONNREFUSED'],
  ])('%s is told in one line, or as JSON', (error, exitCode, message) => {
    expect(report(error, false)).toEqual({ exitCode, written: `${message}\n` });
    const { written } = report(error, true);
    expect(JSON.parse(written)).toEqual({ error: { message, exit_code: exitCode } });
  });

  it('was told to people by the parser already, and to programs not', () => {
    const error = new CommanderError(
      1,
      'commander.unknownOption',
      "error: unknown option '--jsn'\n(Did you mean --json?)",
    );
    expect(report(error, false)).toEqual({ exitCode: 2, written: '' });
    expect(JSON.parse(report(error, true).written)).toEqual({
      error: { message: "unknown option '--jsn' (Did you mean --json?)", exit_code: 2 },
    });
  });

  it('is nothing where help was asked for', () => {
    expect(report(new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)'), true)).toEqual({
      exitCode: 0,
      written: '',
    });
  });

  it('shows its stack where it is a bug', () => {
    const { exitCode, written } = report(new Error('a bug'), false);
    expect([exitCode, written]).toEqual([1, expect.stringMatching(/^Error: a bug\n +at /)]);
  });
});
