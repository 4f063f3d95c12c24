import type { Path } from '../refused.js';

/** A path in OpenAI's notation: dots for keys, brackets for indexes. */
export function getParam(path: Path): string {
  return path.reduce<string>((param, step) => {
    if (typeof step === 'number') return `${param}[${step}]`;
    return param === '' ? step : `${param}.${step}`;
  }, '');
}
