import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { commands } from './command-list.js';
import { runHere } from '../../../test/cli/run-here.js';
import { runModelgate } from '../../../test/cli/run-modelgate.js';

const SCRIPT = fileURLToPath(new URL('../../../scripts/modelgate.mjs', import.meta.url));

describe('modelgate', () => {
  it('lists all commands', async () => {
    const { exitCode, stdout, stderr } = await runHere(['--help'], {});
    expect([exitCode, stderr]).toEqual([0, '']);
    for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name.split(' ')[0]}\\b`, 'm'));
  });

  it.each([
    [['ledgr', 'verify'], "unknown command 'ledgr'", 'Did you mean ledger?'],
    [['ledger', 'verfy'], "unknown command 'verfy'", 'Did you mean verify?'],
    [['ledger', 'verify', '--jsn'], "unknown option '--jsn'", 'Did you mean --json?'],
    [['completion', 'tcsh'], 'Allowed choices are bash, zsh, fish.', '--help'],
    [['config'], 'validate, compare, apply and export config files', 'validate'],
  ])('explains on stderr why %j is invalid, and exits with 2', async (args, fault, advice) => {
    const { exitCode, stdout, stderr } = await runHere(args, {});
    expect(stderr).toContain(fault);
    expect(stderr).toContain(advice);
    expect(stdout).toBe('');
    expect(exitCode).toBe(2);
  });

  it('prints usage errors of "up" to stdout, because its stderr has only log lines', async () => {
    const { exitCode, stdout, stderr } = await runModelgate(['up', '--bogus'], { cwd: tmpdir() });
    expect(stdout).toContain("unknown option '--bogus'");
    expect(stderr.replaceAll(/^Building.*\n/gm, '')).toBe('');
    expect(exitCode).toBe(2);
  });

  it('shows examples in the help of a command, and lists each choice once', async () => {
    const { stdout } = await runHere(['token', 'list', '--help'], {});
    expect(stdout).toContain('modelgate token list --status active');
    expect(stdout.match(/revoked/g)).toHaveLength(1);
  });

  it('exits without an error if stdout is closed', async () => {
    const child = spawn(process.execPath, [SCRIPT, 'completion', 'bash'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    // Like `| head -0`.
    child.stdout.destroy();
    const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(stderr.replaceAll(/^Building.*\n/gm, '')).toBe('');
    expect(exitCode).toBe(0);
  });

  it('prints its version', async () => {
    const { exitCode, stdout } = await runHere(['--version'], {});
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });
});
