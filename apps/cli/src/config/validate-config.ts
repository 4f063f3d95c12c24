import { type Output } from '../frame/output.js';
import { requireConfigFile } from './require-config-file.js';

export function validateConfig(file: string | undefined, output: Output): void {
  const { path, unavailable } = requireConfigFile(file);
  output.result({ file: path, valid: true, unavailable }, () => [
    ...unavailable.map((name) =>
      output.style.warning(`${name} does not exist in this version, and is ignored.`),
    ),
    `${path}: all is right.`,
  ]);
}
