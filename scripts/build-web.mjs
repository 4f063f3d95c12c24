import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { checkout } from './checkout.mjs';

/** Compressing a smaller file saves no network packet. */
const MIN_BYTES = 1_400;
const COMPRESSIONS = { '.br': promisify(brotliCompress), '.gz': promisify(gzip) };

/** Builds the web console into the folder, and adds compressed copies of large files. */
export async function buildWeb(folder) {
  const { build } = await import('vite');
  await build({
    configFile: join(checkout.root, 'apps/web/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: true },
  });
  const assets = join(folder, 'assets');
  await Promise.all((await readdir(assets)).map((name) => compress(join(assets, name))));
}

async function compress(file) {
  const content = await readFile(file);
  if (content.length < MIN_BYTES || file.endsWith('.woff2')) return;
  await Promise.all(
    Object.entries(COMPRESSIONS).map(async ([suffix, algorithm]) =>
      writeFile(file + suffix, await algorithm(content)),
    ),
  );
}
