import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The program in a client's package for this machine; `undefined` if there is none. */
export function platformPackage(modules, pattern, program) {
  const name = pattern.replace('{os}', process.platform).replace('{cpu}', process.arch);
  const path = join(modules, name, program);
  return existsSync(path) ? path : undefined;
}
