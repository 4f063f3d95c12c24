import { Refused, type Path } from '../refused.js';
import { fieldPathOf } from './field-path.js';

export function badField(path: Path, message: string, request = 'GenerateContentRequest'): Refused {
  return new Refused(`* ${request}.${fieldPathOf(path)}: ${message}`, { path });
}
