import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The program in the package that a client has for this machine; `undefined` where it has none. */
export function platformPackage(modules, pattern, program) {
  const name = pattern.replace('{os}', process.platform).replace('{cpu}', process.arch);
  const path = join(modules, name, program);
  return existsSync(path) ? path : undefined;
}
