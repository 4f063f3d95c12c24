import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const realCheckout = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

describe('scripts/build.mjs', () => {
  let checkout: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'modelgate-build-'));
    for (const part of ['scripts', '.swcrc', 'package.json', 'package-lock.json']) {
      cpSync(join(realCheckout, part), join(checkout, part), { recursive: true });
    }
    // There is no admin API to write the types of.
    write('scripts/web-types.mjs', '');
    symlinkSync(join(realCheckout, 'node_modules'), join(checkout, 'node_modules'));
    write('apps/one/src/main.ts', 'export const answer: number = 42;\n');
    write('libs/embedded-postgres/src/index.ts', 'export const linkLibraries = (): void => undefined;\n');
    write('libs/two/src/index.ts', 'export const two: number = 2;\n');
    write('docs/start.md', '# Start\n');
    write('apps/web/vite.config.ts', 'export default { root: import.meta.dirname };\n');
    write('apps/web/index.html', '<script type="module" src="./main.ts"></script>\n');
    write('apps/web/main.ts', "document.title = 'web' as string;\n");
  });

  afterEach(() => rmSync(checkout, { recursive: true }));

  function write(path: string, content: string): void {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    writeFileSync(join(checkout, path), content);
  }

  const readBuilt = (path: string): string => readFileSync(join(checkout, 'dist', path), 'utf8');

  async function build(): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [join(checkout, 'scripts/build.mjs')]);
    return stdout;
  }

  it('compiles apps and libs without specs, and leaves no temporary files', async () => {
    write('apps/one/src/main.spec.ts', 'export {};\n');
    await build();
    expect(readBuilt('apps/one/src/main.js')).toContain('answer = 42');
    expect(readBuilt('libs/two/src/index.js')).toContain('two = 2');
    expect(existsSync(join(checkout, 'dist/apps/one/src/main.spec.js'))).toBe(false);
    expect(readdirSync(join(checkout, '.build'))).toEqual(['.gitignore', 'compiled']);
  });

  it('copies assets, and copies a changed one again', async () => {
    write('apps/one/src/assets/page.css', 'body {}');
    await build();
    expect(readBuilt('apps/one/src/assets/page.css')).toBe('body {}');
    write('apps/one/src/assets/page.css', 'main {}');
    await build();
    expect(readBuilt('apps/one/src/assets/page.css')).toBe('main {}');
  });

  it('builds the web console, with compressed copies of large files', async () => {
    await build();
    const [script = ''] = readdirSync(join(checkout, 'dist/web/assets'));
    expect(readBuilt(`web/assets/${script}`)).toContain('document.title');
    expect(readBuilt('web/index.html')).toContain(script);
    write('apps/web/main.ts', `document.title = '${'long '.repeat(400)}';\n`);
    await build();
    const endings = readdirSync(join(checkout, 'dist/web/assets')).map((name) =>
      name.replace(/^.*\.js/, '.js'),
    );
    expect(endings.toSorted()).toEqual(['.js', '.js.br', '.js.gz']);
  });

  it('reuses the web console of the previous build if its source is unchanged', async () => {
    await build();
    write('dist/web/mark', 'previous build');
    write('apps/one/src/main.ts', 'export const answer: number = 43;\n');
    await build();
    expect(readBuilt('apps/one/src/main.js')).toContain('answer = 43');
    expect(readBuilt('web/mark')).toBe('previous build');
  });

  it('does not build again if nothing has changed', async () => {
    expect(await build()).toContain('Built 3 files');
    expect(await build()).toBe('');
  });

  it('builds again after a change of the same size, and removes the output of a deleted source', async () => {
    await build();
    write('apps/one/src/main.ts', 'export const answer: number = 43;\n');
    rmSync(join(checkout, 'libs/two/src/index.ts'));
    await build();
    expect(readBuilt('apps/one/src/main.js')).toContain('answer = 43');
    expect(existsSync(join(checkout, 'dist/libs/two/src/index.js'))).toBe(false);
  });

  it('keeps the previous build if the new one fails', async () => {
    await build();
    write('apps/one/src/main.ts', 'export const = ;\n');
    await expect(build()).rejects.toThrow('Command failed');
    expect(readBuilt('apps/one/src/main.js')).toContain('answer = 42');
  });

  it('builds once for two builds at the same time', async () => {
    const outputs = await Promise.all([build(), build()]);
    expect(outputs.filter((output) => output.includes('Built 3 files'))).toHaveLength(1);
    expect(readBuilt('apps/one/src/main.js')).toContain('answer = 42');
  });

  it('takes over the lock of a killed build', async () => {
    write('.build/lock', JSON.stringify({ pid: 1, startTime: 'another time' }));
    write('.build/dist/apps/half.js', 'left over');
    await build();
    expect(existsSync(join(checkout, 'dist/apps/half.js'))).toBe(false);
    expect(readdirSync(join(checkout, '.build'))).toEqual(['.gitignore', 'compiled']);
  });
});
