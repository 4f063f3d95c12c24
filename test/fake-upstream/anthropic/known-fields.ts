import type { Fields } from '../fields.js';
import { Refused, type Path } from '../refused.js';

export function checkKnownFields(fields: Fields, known: readonly string[], path: Path = []): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new Refused('Extra inputs are not permitted', { path: [...path, unknown] });
  }
}
