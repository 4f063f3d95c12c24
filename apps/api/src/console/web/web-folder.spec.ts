import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findWebFolder } from './web-folder.js';

describe('findWebFolder', () => {
  let checkout: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'modelgate-web-folder-'));
    mkdirSync(join(checkout, 'dist/web'), { recursive: true });
    writeFileSync(join(checkout, 'dist/web/index.html'), '');
  });

  afterEach(() => rmSync(checkout, { recursive: true }));

  const at = (path: string): string => pathToFileURL(join(checkout, path)).href;

  it.each(['dist/apps/api/src/serve.js', 'apps/api/src/serve.ts'])('finds the folder from %s', (program) => {
    expect(findWebFolder(at(program)).href).toBe(at('dist/web/'));
  });

  it('returns the folder of the built program if there is none', () => {
    rmSync(join(checkout, 'dist/web/index.html'));
    expect(findWebFolder(at('dist/apps/api/src/serve.js')).href).toBe(at('dist/web/'));
  });
});
