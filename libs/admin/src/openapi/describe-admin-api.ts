import { type INestApplication } from '@nestjs/common';
import { MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { type OpenAPIObject } from '@nestjs/swagger';
import { AdminRules } from '../access/admin-access.js';
import { type DeclaredRoute, buildRoutes } from '../access/admin-declarations.js';
import { AdminModule } from '../admin.module.js';
import { type Swagger, describeFields, describeRoute } from './describe-route.js';
import { Described } from './described.js';

/** The metadata key of the parameter types of handlers. */
const PARAMETER_TYPES = 'design:paramtypes';

/** Handlers that are already described: the library stores descriptions at the handlers, so each must be set only once. */
const describedHandlers = new WeakSet<DeclaredRoute['handler']>();

/**
 * The OpenAPI document of the admin API, from its decorators. Loading @nestjs/swagger takes a second, so it is only loaded
 * here, on demand.
 */
export async function describeAdminApi(app: INestApplication): Promise<OpenAPIObject> {
  const swagger = await import('@nestjs/swagger');
  for (const route of listRoutes(app)) describeHandler(route, swagger);
  return swagger.SwaggerModule.createDocument(
    app,
    new swagger.DocumentBuilder().setOpenAPIVersion('3.1.0').build(),
    {
      include: [AdminModule],
      operationIdFactory: (controller, method) => buildOperationId(controller, method),
    },
  );
}

function describeHandler(route: DeclaredRoute, swagger: Swagger): void {
  if (describedHandlers.has(route.handler)) return;
  describedHandlers.add(route.handler);
  const reflector = new Reflector();
  const described = reflector.get(Described, route.handler);
  const rule = reflector.getAllAndOverride(AdminRules, [route.handler, route.controller]);
  if (described === undefined) throw new Error(`${route.name} has no @Described`);
  for (const type of getParameterTypes(route)) describeFields(type, swagger);
  describeRoute(route, { ...described, rule }, swagger);
}

function listRoutes(app: INestApplication): DeclaredRoute[] {
  const scanner = new MetadataScanner();
  return [...app.get(ModulesContainer).values()]
    .filter(({ metatype }) => metatype === AdminModule)
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap((controller) => buildRoutes(controller, scanner));
}

function getParameterTypes({ controller, handler }: DeclaredRoute): (new () => object)[] {
  const prototype = controller.prototype as object;
  return (Reflect.getMetadata(PARAMETER_TYPES, prototype, handler.name) ?? []) as (new () => object)[];
}

/** `TokensController.create` is `tokens.create`. */
function buildOperationId(controller: string, method: string): string {
  const noun = controller.replace(/Controller$/, '');
  return `${noun.charAt(0).toLowerCase()}${noun.slice(1)}.${method}`;
}
