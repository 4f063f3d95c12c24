import { Refused, type Path } from '../refused.js';
import { fieldPathOf } from './field-path.js';

export function badField(path: Path, message: string): Refused {
  return new Refused(`* GenerateContentRequest.${fieldPathOf(path)}: ${message}`, { path });
}
