/**
 * What the build puts in the place of a program's `main.js`. The program itself is one script beside it, `program.cjs`;
 * beside that lies what the engine has compiled of it, in a file for each set of the engine's options. With one that does
 * not fit, or none, the program starts as well, only later.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

const [, , option, finalPath] = process.argv;
const isBuild = option === '--keep-compiled';
const path = fileURLToPath(new URL('program.cjs', import.meta.url));
const compiledPath = path.replace('.cjs', `-${cachedDataVersionTag().toString(16)}.compiled`);

// The bundler writes nothing but ASCII: in this encoding, the engine keeps one byte for each character.
const script = new Script(readFileSync(path, 'latin1'), {
  // What is compiled keeps the name, which the build has moved since.
  filename: isBuild ? finalPath : path,
  cachedData: readCompiled(),
});
const program = { exports: {} };
script.runInThisContext()(
  program,
  createRequire(import.meta.url),
  path,
  fileURLToPath(new URL('.', import.meta.url)),
  import.meta,
);
if (isBuild) keepCompiled();
else await program.exports.run();

function readCompiled() {
  try {
    return readFileSync(compiledPath);
  } catch {
    return undefined;
  }
}

/** All that loading has called is compiled by now. */
function keepCompiled() {
  writeFileSync(`${compiledPath}.${process.pid}`, script.createCachedData());
  renameSync(`${compiledPath}.${process.pid}`, compiledPath);
}
