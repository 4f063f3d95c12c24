import { Param, type PipeTransform } from '@nestjs/common';
import { notFound } from './id-param.js';

const TEXT_ID = /^[\w.:-]{1,200}$/;

class TextIdPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value === 'string' && TEXT_ID.test(value)) return value;
    throw notFound();
  }
}

/** The `:id` of a path, of things whose ids are no UUIDs: `video_…`, `req_…`, `msg_…`. */
export function TextIdParam(): ParameterDecorator {
  return Param('id', TextIdPipe);
}
