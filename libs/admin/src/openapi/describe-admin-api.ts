import { type INestApplication } from '@nestjs/common';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { type OpenAPIObject } from '@nestjs/swagger';
import { AdminRules } from '../access/admin-access.js';
import { type DeclaredRoute, buildRoutes } from '../access/admin-declarations.js';
import { AdminModule } from '../admin.module.js';
import { type Swagger, describeFields, describeRoute } from './describe-route.js';
import { Described } from './described.js';

/** The parameters of handlers that DTOs come in, as Nest notes their types. */
const PARAMETER_TYPES = 'design:paramtypes';

/** The library notes what it is told at the handlers themselves, so that it must be told only once. */
const describedHandlers = new WeakSet<DeclaredRoute['handler']>();

/**
 * What the admin API takes and answers, from its decorators. The library that writes it costs a second to load, so
 * nothing else imports it, and it is loaded when somebody asks.
 */
export async function describeAdminApi(app: INestApplication): Promise<OpenAPIObject> {
  const swagger = await import('@nestjs/swagger');
  for (const route of routesIn(app)) describeOne(route, swagger);
  return swagger.SwaggerModule.createDocument(
    app,
    new swagger.DocumentBuilder().setOpenAPIVersion('3.1.0').build(),
    { include: [AdminModule], operationIdFactory: (controller, method) => operationId(controller, method) },
  );
}

function describeOne(route: DeclaredRoute, swagger: Swagger): void {
  if (describedHandlers.has(route.handler)) return;
  describedHandlers.add(route.handler);
  const reflector = new Reflector();
  const described = reflector.get(Described, route.handler);
  const rule = reflector.getAllAndOverride(AdminRules, [route.handler, route.controller]);
  if (described === undefined) throw new Error(`${route.name} has no @Described`);
  for (const type of parameterTypes(route)) describeFields(type, swagger);
  describeRoute(route, { ...described, rule }, swagger);
}

function routesIn(app: INestApplication): DeclaredRoute[] {
  const scanner = new MetadataScanner();
  return [...app.get(ModulesContainer).values()]
    .filter(({ metatype }) => metatype === AdminModule)
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap((controller) => buildRoutes(controller, scanner));
}

function parameterTypes({ controller, handler }: DeclaredRoute): (new () => object)[] {
  const prototype = controller.prototype as object;
  return (Reflect.getMetadata(PARAMETER_TYPES, prototype, handler.name) ?? []) as (new () => object)[];
}

/** `TokensController.create` is `tokens.create`. */
function operationId(controller: string, method: string): string {
  const noun = controller.replace(/Controller$/, '');
  return `${noun.charAt(0).toLowerCase()}${noun.slice(1)}.${method}`;
}
