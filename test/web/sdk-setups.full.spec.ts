import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SDK_SETUPS } from '../../apps/web/src/pages/tokens/setup/sdk-setups.js';
import { TEST_TOKEN, type TestGateway, startTestGateway } from '../harness/index.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

const RUNNERS: readonly [RegExp, (code: string) => [string, string[]]][] = [
  [/^Shell/, (code) => ['sh', ['-c', code]]],
  [/^TypeScript/, (code) => [process.execPath, ['--input-type=module', '-e', code]]],
];

/** Python's libraries are not installed here. */
const CASES = SDK_SETUPS.flatMap((setup) =>
  setup
    .build({ gateway: '', key: '', model: '' })
    .map(({ title }) => [setup.id, title] as const)
    .filter(([, title]) => RUNNERS.some(([pattern]) => pattern.test(title))),
);

async function getOutput(title: string, code: string): Promise<string> {
  const [, prepare] = RUNNERS.find(([pattern]) => pattern.test(title)) ?? [];
  if (prepare === undefined) throw new Error(`nothing runs ${title}`);
  const [program, programArguments] = prepare(code);
  const env = { PATH: process.env['PATH'], MODELGATE_TOKEN: TEST_TOKEN };
  const { stdout } = await run(program, programArguments, { cwd: root, env, timeout: 60_000 });
  return stdout;
}

describe('the examples for SDKs in the console', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ sandbox: true });
  });
  afterAll(() => gateway.stop());

  function getCode(id: string, title: string, key: string | undefined): string {
    const setup = SDK_SETUPS.find((one) => one.id === id);
    const blocks = setup?.build({ gateway: gateway.origin, key, model: 'sandbox-chat' }) ?? [];
    return blocks.find((block) => block.title === title)?.code ?? '';
  }

  it.each(CASES)('%s, %s: gets a reply', async (id, title) => {
    for (const key of [TEST_TOKEN, undefined])
      expect(await getOutput(title, getCode(id, title, key))).toContain('Say hello.');
  });

  it('are for all five, in one language at least', () => {
    expect(new Set(CASES.map(([id]) => id)).size).toBe(5);
  });
});
