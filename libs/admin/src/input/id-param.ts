import { Param, type PipeTransform } from '@nestjs/common';
import { GatewayError } from '#canonical';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
