import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { getFields } from './field.js';
import { readInput, readQuery } from './read-input.js';

/** Checks what a handler takes as `@Body()` or `@Query()` by the class it is declared as. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' && type !== 'query') return value;
    const dto = metatype as new () => object;
    if (metatype === undefined || getFields(dto).length === 0) {
      throw new Error(`a ${type} is declared as a class with fields`);
    }
    return type === 'query' ? readQuery(dto, value) : readInput(dto, value);
  }
}
