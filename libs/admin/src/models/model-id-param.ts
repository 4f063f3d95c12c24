import { Param, type PipeTransform } from '@nestjs/common';
import { isPrintableLine } from '#config';
import { notFound } from '../input/id-param.js';

const LONGEST = 256;

/** What cannot be the id of a model is nobody's. */
class ModelIdPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value === 'string' && isPrintableLine(value, LONGEST)) return value;
    throw notFound('model');
  }
}

/** The `:id` of a path that names a model; slashes in it are encoded. */
export function ModelIdParam(): ParameterDecorator {
  return Param('id', ModelIdPipe);
}
