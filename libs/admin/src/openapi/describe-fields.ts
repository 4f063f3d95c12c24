import type * as swaggerLibrary from '@nestjs/swagger';
import { type DeclaredField, getFields } from '../input/field.js';

export type Swagger = typeof swaggerLibrary;

/** Tells the library what it would otherwise be told by decorators of its own. */
export function describeFields(dto: new () => object, swagger: Swagger): void {
  for (const field of getFields(dto)) {
    const inner = field.nested?.();
    if (inner !== undefined) describeFields(inner, swagger);
    swagger.ApiProperty(toProperty(field))(dto.prototype as object, field.name);
  }
}

function toProperty({ schema, nested, list, optional, nullable, description, example }: DeclaredField) {
  const value = nested === undefined ? schema : { type: nested() };
  const bounds = list === undefined ? {} : { isArray: true, minItems: list.min ?? 1, maxItems: list.max };
  return {
    ...value,
    ...bounds,
    required: optional !== true,
    ...(nullable === true ? { nullable } : {}),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  } as Parameters<Swagger['ApiProperty']>[0];
}
