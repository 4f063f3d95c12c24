import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getBuiltPlace } from './built-upstream.mjs';

const root = join(import.meta.dirname, '..', '..');
const ourselves = readFileSync(import.meta.filename);

/**
 * A Jest transformer: what it is given becomes a module that exports what Node loads from the same place. Sources of
 * ours are loaded as they were built, the product by its build and the fake upstream by `built-upstream.mjs`.
 */
export default {
  createTransformer: ({ format }) =>
    format === 'cjs'
      ? { process: exportRequired, getCacheKey }
      : { processAsync: exportImported, getCacheKey },
};

function exportRequired(_source, path) {
  return { code: `module.exports = globalThis.loadNatively.require(${JSON.stringify(path)});` };
}

async function exportImported(_source, path) {
  const place = builtPlace(path);
  const names = Object.keys(await import(place));
  const lines = names.map((name) =>
    name === 'default' ? 'export default loaded.default;' : `export const ${name} = loaded.${name};`,
  );
  return {
    code: `const loaded = await globalThis.loadNatively.import(${JSON.stringify(place)});\n${lines.join('\n')}`,
  };
}

/** The names that a module exports can change without its own text, by `export *`. */
function getCacheKey(source, path) {
  const hash = createHash('sha256').update(ourselves).update(path).update(source);
  if (!path.includes('/node_modules/')) hash.update(readFileSync(join(root, 'dist', '.modelgate-build')));
  return hash.digest('hex');
}

function builtPlace(path) {
  const upstream = getBuiltPlace(path);
  if (upstream !== undefined) return upstream;
  if (path.includes('/node_modules/') || !path.endsWith('.ts')) return path;
  return path.replace(root, join(root, 'dist')).replace(/\.ts$/, '.js');
}
