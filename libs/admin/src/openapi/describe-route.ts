import { HTTP_CODE_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import { type AdminRule } from '../access/admin-access.js';
import { type DeclaredRoute } from '../access/build-routes.js';
import { type RouteDescription } from './described.js';
import { type Swagger, describeFields } from './describe-fields.js';

const TEXT = { type: 'string' } as const;
const BINARY = { type: 'string', format: 'binary' } as const;

export interface RuledDescription extends RouteDescription {
  rule: AdminRule | undefined;
}

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
