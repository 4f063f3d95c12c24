import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { commands } from '../command-list.js';
import { runModelgate } from '../../../../test/cli/run-modelgate.js';

describe('modelgate completion', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'modelgate-test-completion-'));
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  const printScript = async (shell: string): Promise<string> =>
    (await runModelgate(['completion', shell], { cwd: folder })).stdout;

  /** The completions that bash offers after these words. */
  async function complete(...words: string[]): Promise<string[]> {
    const path = join(folder, 'completion.bash');
    const line = ['modelgate', ...words].map((word) => `'${word}'`).join(' ');
    writeFileSync(
      join(folder, 'complete.bash'),
      `source '${path}'; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _modelgate; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
    const { stdout } = await promisify(execFile)('bash', [join(folder, 'complete.bash')]);
    return stdout.split('\n').filter((word) => word !== '');
  }

  it('offers nouns, verbs and options in bash', async () => {
    writeFileSync(join(folder, 'completion.bash'), await printScript('bash'));
    expect(await complete('le')).toEqual(['ledger']);
    expect(await complete('webhook', '')).toEqual(['list', 'replay']);
    expect(await complete('webhook', 'replay', '--si')).toEqual(['--since']);
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
    expect(await complete('token', 'create', 'ci', '--rp')).toEqual(['--rpm']);
    expect(await complete('token', 'list', '--search', 'ci', '--status', 'a')).toEqual(['active']);
    const top = new Set(commands.map(({ name }) => name.split(' ')[0]));
    expect(new Set(await complete(''))).toEqual(top);
  });

  it.each(['zsh', 'fish'])('contains every command for %s', async (shell) => {
    const script = await printScript(shell);
    for (const { name } of commands)
      expect(script).toContain(`'${name}'`.replaceAll("'", shell === 'fish' ? '' : "'"));
  });
});
