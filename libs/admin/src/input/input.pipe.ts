import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { getFields } from './field.js';
import { readInput, readQuery } from './read-input.js';

/** Validates `@Body()` and `@Query()` parameters with their DTO class. */
@Injectable()
export class InputPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (type !== 'body' && type !== 'query') return value;
    const dto = metatype as new () => object;
    if (metatype === undefined || getFields(dto).length === 0) {
      throw new Error(`a ${type} parameter must be declared with a DTO class`);
    }
    return type === 'query' ? readQuery(dto, value) : readInput(dto, value);
  }
}
