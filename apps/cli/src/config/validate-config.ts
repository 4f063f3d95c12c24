import { type Output } from '../frame/output.js';
import { requireConfigFile } from './require-config-file.js';

export function validateConfig(file: string | undefined, output: Output): void {
  const { path } = requireConfigFile(file);
  output.result({ file: path, valid: true }, () => [`${path}: valid.`]);
}
