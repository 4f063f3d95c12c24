import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const LIBRARY = new URL('../../../dist/libs/telemetry/src/index.js', import.meta.url).href;
const MODULES = ['tracer', 'span-exporter', 'post-spans', 'encode-spans'];
const OPTIONS = {
  endpoint: 'http://127.0.0.1:1',
  headers: {},
  serviceName: 'models',
  gatherMs: 1_000,
  sampler: { isParentBased: true, ratio: 1 },
};

/** Prints each module that is loaded. */
const HOOKS = `import { writeSync } from 'node:fs';
  export async function load(url, context, next) { writeSync(2, url + '\\n'); return next(url, context); }`;

async function listLoaded(options: object | undefined): Promise<string[]> {
  const program = `import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(HOOKS)}));
    const { Tracing } = await import('${LIBRARY}');
    const { tracer } = await Tracing.open(${JSON.stringify(options)}, {});
    process.stdout.write(String(tracer !== undefined));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    '--input-type=module',
    '--eval',
    program,
  ]);
  expect(stdout).toBe(String(options !== undefined));
  return MODULES.filter((name) => stderr.includes(`/telemetry/src/tracing/${name}.js`));
}

it('loads the code that makes and sends traces only if tracing is enabled', async () => {
  expect(await Promise.all([listLoaded(undefined), listLoaded(OPTIONS)])).toEqual([[], MODULES]);
});
