import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { webFolderFrom } from './web-folder.js';

describe('the folder of the web console', () => {
  let checkout: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'modelgate-web-folder-'));
    mkdirSync(join(checkout, 'dist/web'), { recursive: true });
    writeFileSync(join(checkout, 'dist/web/index.html'), '');
  });

  afterEach(() => rmSync(checkout, { recursive: true }));

  const at = (path: string): string => pathToFileURL(join(checkout, path)).href;

  it.each(['dist/apps/api/src/serve.js', 'apps/api/src/serve.ts'])('is found from %s', (program) => {
    expect(webFolderFrom(at(program)).href).toBe(at('dist/web/'));
  });

  it('is where the built program would have it, while there is none', () => {
    rmSync(join(checkout, 'dist/web/index.html'));
    expect(webFolderFrom(at('dist/apps/api/src/serve.js')).href).toBe(at('dist/web/'));
  });
});
