/**
 * The `main.js` of a bundled program. The program is the script `program.cjs` in the same folder, which also has V8's
 * code cache of it, one file for each set of V8 options. Without a matching cache the program starts more slowly.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

const [, , option, finalPath] = process.argv;
const isBuild = option === '--write-cache';
const path = fileURLToPath(new URL('program.cjs', import.meta.url));
const compiledPath = path.replace('.cjs', `-${cachedDataVersionTag().toString(16)}.compiled`);

// The bundler writes only ASCII. With this encoding V8 stores one byte per character.
const script = new Script(readFileSync(path, 'latin1'), {
  // The code cache contains the file name, and the build moves the file after this step.
  filename: isBuild ? finalPath : path,
  cachedData: readCodeCache(),
});
const program = { exports: {} };
script.runInThisContext()(
  program,
  createRequire(import.meta.url),
  path,
  fileURLToPath(new URL('.', import.meta.url)),
  import.meta,
);
if (isBuild) writeCodeCache();
else await program.exports.run();

function readCodeCache() {
  try {
    return readFileSync(compiledPath);
  } catch {
    return undefined;
  }
}

/** After loading, the cache contains every function that loading has called. */
function writeCodeCache() {
  writeFileSync(`${compiledPath}.${process.pid}`, script.createCachedData());
  renameSync(`${compiledPath}.${process.pid}`, compiledPath);
}
