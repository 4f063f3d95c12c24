import { Param, type PipeTransform } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { isModelName } from '#config';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const TEXT_ID = /^[\w.:-]{1,200}$/;

/** What is no id is nobody's: the answer is the same as for one that nothing has. */
class IdPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value === 'string' && UUID.test(value)) return value.toLowerCase();
    throw notFound();
  }
}

/** The `:id` of a path. */
export function IdParam(): ParameterDecorator {
  return Param('id', IdPipe);
}

export function notFound(noun = 'thing'): GatewayError {
  return new GatewayError('resource-not-found', `There is no ${noun} with this id.`, { param: 'id' });
}

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
