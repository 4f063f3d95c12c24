import { describe, expect, it } from '@jest/globals';
import { CommanderError } from 'commander';
import { CommandFailure } from '../command-failure.js';
import { reportError } from './report-error.js';

function report(error: unknown, isJson: boolean): { exitCode: number; written: string } {
  let written = '';
  const exitCode = reportError(error, { isJson, write: (text) => (written += text) });
  return { exitCode, written };
}

const createError = (code: string, message = 'no'): Error => Object.assign(new Error(message), { code });

describe('reportError', () => {
  it.each([
    [new CommandFailure('Not found.', 66), 66, 'Not found.'],
    [
      createError('42P01'),
      1,
      'The database schema is outdated. Run "modelgate migrate", or start the gateway.',
    ],
    [
      createError('42703'),
      1,
      'The database schema is outdated. Run "modelgate migrate", or start the gateway.',
    ],
    [createError('ECONNREFUSED', ''), 69, 'The database does not respond: ECONNREFUSED'],
  ])('writes %s as one line or as JSON', (error, exitCode, message) => {
    expect(report(error, false)).toEqual({ exitCode, written: `${message}\n` });
    const { written } = report(error, true);
    expect(JSON.parse(written)).toEqual({ error: { message, exit_code: exitCode } });
  });

  it('writes errors of the parser only as JSON, because the parser has written the text', () => {
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

  it('writes nothing after the help text', () => {
    expect(report(new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)'), true)).toEqual({
      exitCode: 0,
      written: '',
    });
  });

  it('writes the stack trace of an unexpected error', () => {
    const { exitCode, written } = report(new Error('a bug'), false);
    expect([exitCode, written]).toEqual([1, expect.stringMatching(/^Error: a bug\n +at /)]);
  });
});
