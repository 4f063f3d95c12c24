import { Param, type PipeTransform } from '@nestjs/common';
import { isModelName } from '#config';
import { notFound } from '../input/id-param.js';

/** What cannot be the id of a model is nobody's. */
class ModelIdPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value === 'string' && isModelName(value)) return value;
    throw notFound('model');
  }
}

/** The `:id` of a path that names a model; slashes in it are encoded. */
export function ModelIdParam(): ParameterDecorator {
  return Param('id', ModelIdPipe);
}
