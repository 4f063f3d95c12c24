import { RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import type * as swaggerLibrary from '@nestjs/swagger';
import { type AdminRule } from '../access/admin-access.js';
import { type DeclaredRoute } from '../access/admin-declarations.js';
import { type DeclaredField, getFields } from '../input/field.js';
import { type RouteDescription } from './described.js';

const TEXT = { type: 'string' } as const;
const BINARY = { type: 'string', format: 'binary' } as const;

interface RuledDescription extends RouteDescription {
  rule: AdminRule | undefined;
}

export type Swagger = typeof swaggerLibrary;

export function describeRoute(
  { controller, handler }: DeclaredRoute,
  { summary, description, rule, ...answers }: RuledDescription,
  swagger: Swagger,
): void {
  const prototype = controller.prototype as object;
  const property = Object.getOwnPropertyDescriptor(prototype, handler.name);
  if (property === undefined) throw new Error(`${controller.name} has no method ${handler.name}`);
  const decorators = [
    swagger.ApiOperation({ summary, description: [description, whoMay(rule)].filter(Boolean).join(' ') }),
    swagger.ApiResponse({ status: getStatus(handler), ...buildContent(answers, swagger) }),
    ...credentialsFor(rule).map((name) => swagger.ApiSecurity(name)),
  ];
  for (const decorate of decorators) decorate(prototype, handler.name, property);
  const models = answers.answer === undefined ? [] : [getModel(answers.answer)];
  swagger.ApiExtraModels(...models)(prototype, handler.name, property);
}

function buildContent({ answer, text, file }: Omit<RouteDescription, 'summary'>, swagger: Swagger) {
  if (text !== undefined) return { description: 'Done.', content: { [text]: { schema: TEXT } } };
  if (file !== undefined) return { description: 'The file.', content: { [file]: { schema: BINARY } } };
  if (answer === undefined) return { description: 'Done.' };
  describeFields(getModel(answer), swagger);
  const schema = { $ref: swagger.getSchemaPath(getModel(answer)) };
  if (!('pageOf' in answer)) return { description: 'Done.', schema };
  return { description: 'A page of the list.', schema: toPage(schema) };
}

function getModel(answer: NonNullable<RouteDescription['answer']>): new () => object {
  return 'pageOf' in answer ? answer.pageOf : answer;
}

function toPage(items: { $ref: string }) {
  return {
    type: 'object' as const,
    required: ['data', 'next_cursor'],
    properties: {
      data: { type: 'array' as const, items },
      next_cursor: {
        type: 'string' as const,
        nullable: true,
        description: 'For the next page, if there is one.',
      },
    },
  };
}

/** The status that Nest would answer with by itself, unless the route says another. */
function getStatus(handler: DeclaredRoute['handler']): number {
  const declared = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  return declared ?? (Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST ? 201 : 200);
}

/** By the names that the whole document gives them. */
function credentialsFor(rule: AdminRule | undefined): string[] {
  if (rule === undefined || rule === 'anyone') return [];
  return rule === 'user' ? ['session'] : ['session', 'adminToken'];
}

function whoMay(rule: AdminRule | undefined): string {
  if (rule === undefined || rule === 'anyone') return 'For anybody.';
  if (rule === 'known') return 'For whoever is known here.';
  if (rule === 'user') return 'For users who have signed in.';
  const members = rule.member ? ', and members for what is theirs' : '';
  return `For admins, admin tokens with the scope \`${rule.scope}\`${members}.`;
}

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
