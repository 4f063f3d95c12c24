import { Param, type PipeTransform } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { isModelName } from '#config';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const TEXT_ID = /^[\w.:-]{1,200}$/;

/** An invalid id gets the same error as an id that does not exist. */
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
  return new GatewayError('resource-not-found', `No ${noun} found with this id.`, { param: 'id' });
}

class TextIdPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value === 'string' && TEXT_ID.test(value)) return value;
    throw notFound();
  }
}

/** The `:id` of a path for ids that are not UUIDs: `video_…`, `req_…`, `msg_…`. */
export function TextIdParam(): ParameterDecorator {
  return Param('id', TextIdPipe);
}

/** An invalid model id gets the same error as a model that does not exist. */
class ModelIdPipe implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    if (typeof value === 'string' && isModelName(value)) return value;
    throw notFound('model');
  }
}

/** The model id in a path. Slashes in it are percent-encoded. */
export function ModelIdParam(): ParameterDecorator {
  return Param('id', ModelIdPipe);
}
