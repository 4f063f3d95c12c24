import type { Path } from '../refused.js';

/** A path in Google's notation: snake case, dots for keys, brackets for indexes. */
export function getFieldPath(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    const name = step.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}
