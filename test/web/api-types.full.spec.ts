import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestGateway, startTestGateway } from '../harness/index.js';

const SCHEMA = new URL('../../apps/web/src/api/schema.ts', import.meta.url);
const WRITER = new URL('../../scripts/api-types.mjs', import.meta.url);

/** In a process of its own: the writer needs more of Node than tests are given. */
const WRITE = `
  const { getApiTypes } = await import(process.argv[1]);
  const document = await (await fetch(process.argv[2])).json();
  process.stdout.write(await getApiTypes(document));
`;

describe('the types that the web console has of the admin API', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startTestGateway();
  });

  afterAll(() => gateway.stop());

  it('are those that the gateway describes; `npm run web:types` writes them anew', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', WRITE, WRITER.href, `${gateway.origin}/openapi.json`],
      { maxBuffer: 10_000_000 },
    );
    expect(stdout.split('\n')).toEqual(readFileSync(SCHEMA, 'utf8').split('\n'));
  });
});
