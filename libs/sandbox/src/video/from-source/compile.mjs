import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const configFile = fileURLToPath(new URL('../../../../../.swcrc', import.meta.url));

/** Source files import each other by the names of the compiled files (`.js`), and libraries with a `#`. */
export async function resolve(specifier, context, nextResolve) {
  const isFromSource = context.parentURL?.endsWith('.ts') === true;
  const source = isFromSource && specifier.startsWith('.') ? specifier.replace(/\.js$/, '.ts') : specifier;
  return nextResolve(source, { ...context, conditions: [...context.conditions, 'modelgate-source'] });
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { filename, configFile });
  return { format: 'module', source: code, shortCircuit: true };
}
