import { RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import type * as swaggerLibrary from '@nestjs/swagger';
import { type AdminRule } from '../access/admin-access.js';
import { type DeclaredRoute } from '../access/admin-declarations.js';
import { type DeclaredField, getFields } from '../input/field.js';
import { type RouteDescription } from './described.js';

const TEXT = { type: 'string' } as const;
const TOTAL = { type: 'integer', description: 'The number of entries on all pages.' } as const;
const BINARY = { type: 'string', format: 'binary' } as const;

interface RuledDescription extends RouteDescription {
  rule: AdminRule | undefined;
}

export type Swagger = typeof swaggerLibrary;

export function describeRoute(
  { controller, handler }: DeclaredRoute,
  { summary, description, rule, ...content }: RuledDescription,
  swagger: Swagger,
): void {
  const prototype = controller.prototype as object;
  const property = Object.getOwnPropertyDescriptor(prototype, handler.name);
  if (property === undefined) throw new Error(`${controller.name} has no method ${handler.name}`);
  const decorators = [
    swagger.ApiOperation({
      summary,
      description: [description, describeRule(rule)].filter(Boolean).join(' '),
    }),
    swagger.ApiResponse({ status: getStatus(handler), ...buildContent(content, swagger) }),
    ...listSecuritySchemes(rule).map((name) => swagger.ApiSecurity(name)),
  ];
  for (const decorate of decorators) decorate(prototype, handler.name, property);
  const models = content.response === undefined ? [] : [getModel(content.response)];
  swagger.ApiExtraModels(...models)(prototype, handler.name, property);
}

function buildContent({ response, text, file }: Omit<RouteDescription, 'summary'>, swagger: Swagger) {
  if (text !== undefined) return { description: 'Done.', content: { [text]: { schema: TEXT } } };
  if (file !== undefined) return { description: 'The file.', content: { [file]: { schema: BINARY } } };
  if (response === undefined) return { description: 'Done.' };
  describeFields(getModel(response), swagger);
  const schema = { $ref: swagger.getSchemaPath(getModel(response)) };
  if (!('pageOf' in response)) return { description: 'Done.', schema };
  return { description: 'A page of the list.', schema: toPage(schema, response.hasTotal === true) };
}

function getModel(response: NonNullable<RouteDescription['response']>): new () => object {
  return 'pageOf' in response ? response.pageOf : response;
}

function toPage(items: { $ref: string }, hasTotal: boolean) {
  return {
    type: 'object' as const,
    required: ['data', 'next_cursor', ...(hasTotal ? ['total'] : [])],
    properties: {
      data: { type: 'array' as const, items },
      next_cursor: {
        type: 'string' as const,
        nullable: true,
        description: 'The cursor of the next page, if there is one.',
      },
      ...(hasTotal ? { total: TOTAL } : {}),
    },
  };
}

/** The status of @HttpCode, or else the default of Nest. */
function getStatus(handler: DeclaredRoute['handler']): number {
  const declared = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  return declared ?? (Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST ? 201 : 200);
}

/** The names of the security schemes in the document. */
function listSecuritySchemes(rule: AdminRule | undefined): string[] {
  if (rule === undefined || rule === 'anyone') return [];
  return rule === 'user' ? ['session'] : ['session', 'adminToken'];
}

function describeRule(rule: AdminRule | undefined): string {
  if (rule === undefined || rule === 'anyone') return 'No authentication required.';
  if (rule === 'known') return 'Requires any authentication.';
  if (rule === 'user') return 'Requires a signed-in user.';
  const members = rule.member ? ', and members for their own resources' : '';
  return `For admins, admin tokens with the scope \`${rule.scope}\`${members}.`;
}

/** Sets the properties of a DTO, which the decorators of the library would set otherwise. */
export function describeFields(dto: new () => object, swagger: Swagger): void {
  for (const field of getFields(dto)) {
    const inner = field.nested?.();
    if (inner !== undefined) describeFields(inner, swagger);
    const isOneOrList = inner !== undefined && field.list?.orOne === true;
    if (isOneOrList) swagger.ApiExtraModels(inner)(dto);
    const property = isOneOrList ? toOneOrList(field, swagger.getSchemaPath(inner)) : toProperty(field);
    swagger.ApiProperty(property)(dto.prototype as object, field.name);
  }
}

function toOneOrList({ list, ...field }: DeclaredField, reference: string): Property {
  const items = { $ref: reference };
  const many = { type: 'array', items, minItems: list?.min ?? 1, maxItems: list?.max };
  // The library replaces this type by the alternatives.
  return { ...toProperty(field), type: Array, oneOf: [items, many] } as Property;
}

type Property = Parameters<Swagger['ApiProperty']>[0];

function toProperty({
  schema,
  nested,
  list,
  optional,
  nullable,
  description,
  example,
}: DeclaredField): Property {
  const value = nested === undefined ? schema : { type: nested() };
  const bounds = list === undefined ? {} : { isArray: true, minItems: list.min ?? 1, maxItems: list.max };
  return {
    ...value,
    ...bounds,
    required: optional !== true,
    ...(nullable === true ? { nullable } : {}),
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  } as Property;
}
