import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runHere } from '../../../../test/cli/run-here.js';
import { type CommandResult } from '../../../../test/cli/run-modelgate.js';
import { type TestInstallation, createTestInstallation } from '../../../../test/cli/test-installation.js';

const toFile = (...tokens: string[]): string =>
  ['# Ours', 'tokens:', ...tokens.map((token) => `  - { name: ${token}, rpm: 60 }`), ''].join('\n');

describe('modelgate config', () => {
  let installation: TestInstallation;

  beforeAll(async () => {
    installation = await createTestInstallation();
    installation.place['MODELGATE_CONFIG'] = '';
    write('modelgate.yaml', toFile('one', 'two', 'three', 'four'));
  });

  afterAll(() => installation.remove());

  const write = (name: string, text: string): void => writeFileSync(join(installation.place.cwd, name), text);
  const run = (...args: string[]): Promise<CommandResult> => runHere(args, installation.place);

  it('finds no difference after the file was applied, and prints a later difference', async () => {
    expect((await run('config', 'diff')).exitCode).toBe(2);
    expect((await run('config', 'apply')).stdout).toMatch(/^4 entries changed\..* This is generation 1\.$/m);
    expect(await run('config', 'diff')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(
        /^Generation 1 is active since .* \(operator\)\.\nThe configuration matches the file\.\n$/,
      ),
    });
    write('next.yaml', toFile('one', 'two', 'three', 'four').replace('rpm: 60', 'rpm: 90'));
    const { stdout, exitCode } = await run('config', 'diff', 'next.yaml');
    expect(stdout).toMatch(/^token +one +changed +rpm: 60 → 90$/m);
    expect(exitCode).toBe(2);
  });

  it('shows an override until it is cleared', async () => {
    expect((await run('token', 'revoke', 'one')).stdout).toContain('This overrides the config file');
    expect((await run('config', 'apply')).stdout).toMatch(
      /Nothing was changed\.\nOverrides of the config file/,
    );
    const { stdout, exitCode } = await run('config', 'diff');
    expect(stdout).toMatch(/^token +one +enabled +disabled +operator /m);
    expect(exitCode).toBe(2);
    expect((await run('config', 'clear-override', 'one')).stdout).toBe(
      'The token one is enabled again, as in the config file.\n',
    );
    expect((await run('config', 'diff')).exitCode).toBe(0);
  });

  it('requires an option to disable many entries or to apply an older file', async () => {
    write('small.yaml', toFile('one'));
    const refused = await run('config', 'apply', 'small.yaml');
    expect(refused).toMatchObject({
      exitCode: 1,
      stderr:
        'The file would disable 3 of 4 entries (token four, token three, token two). Nothing was changed. Use --allow-disable to apply it anyway.\n',
    });
    expect((await run('config', 'apply', 'small.yaml', '--allow-disable')).exitCode).toBe(0);
    write('copy.yaml', toFile('one', 'two', 'three', 'four'));
    expect((await run('config', 'apply', 'copy.yaml')).stderr).toMatch(
      /^The file has generation 1, .*--allow-older/,
    );
    expect((await run('config', 'apply', 'copy.yaml', '--allow-older')).stdout).toContain('generation 3');
  });

  it('exports the file without changes, or with --all all entries', async () => {
    expect((await run('config', 'export')).stdout).toBe(toFile('one', 'two', 'three', 'four'));
    expect((await run('config', 'export', '--all')).stdout).toMatch(
      /^tokens:\n {2}- name: four\n {4}rpm: 60\n/,
    );
  });
});
