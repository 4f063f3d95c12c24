import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { programs } from '../../apps/cli/src/run-everything.js';

const PRINT_TAG = 'require("node:v8").cachedDataVersionTag().toString(16)';

describe('the build', () => {
  it.each(programs)('has compiled the $name for the options with which it is started', (program) => {
    const { name, nodeOptions = [] } = program;
    const tag = execFileSync(process.execPath, [...nodeOptions, '--print', PRINT_TAG], { encoding: 'utf8' });
    const compiled = new URL(`../../dist/apps/${name}/src/program-${tag.trim()}.compiled`, import.meta.url);
    expect(existsSync(fileURLToPath(compiled))).toBe(true);
  });
});
