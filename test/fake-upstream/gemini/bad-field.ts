import { Refused, type Path } from '../refused.js';
import { getFieldPath } from './field-path.js';

export function badField(path: Path, message: string, request = 'GenerateContentRequest'): Refused {
  return new Refused(`* ${request}.${getFieldPath(path)}: ${message}`, { path });
}
