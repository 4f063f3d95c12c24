import type * as swaggerLibrary from '@nestjs/swagger';
import { type DeclaredField, fieldsOf } from '../input/field.js';

export type Swagger = typeof swaggerLibrary;

/** Tells the library what it would otherwise be told by decorators of its own. */
export function describeFields(dto: new () => object, swagger: Swagger): void {
  for (const field of fieldsOf(dto)) {
    const inner = field.nested?.();
    if (inner !== undefined) describeFields(inner, swagger);
    swagger.ApiProperty(propertyOf(field))(dto.prototype as object, field.name);
  }
}

function propertyOf({ schema, nested, list, optional, nullable, description, example }: DeclaredField) {
  const value = nested === undefined ? schema : { type: nested() };
  const bounds = list === undefined ? {} : { isArray: true, minItems: list.fewest ?? 1, maxItems: list.most };
  return {
    ...value,
    ...bounds,
    required: optional !== true,
    ...(nullable === true ? { nullable } : {}),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  } as Parameters<Swagger['ApiProperty']>[0];
}
