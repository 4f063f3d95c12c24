import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { AdminRules } from './admin-access.js';

const ADMIN_PATH = /^\/?api(\/|$)/;

type Handler = (...values: never[]) => unknown;

export interface DeclaredRoute {
  /** The class and the method, for messages. */
  name: string;
  path: string;
  handler: Handler;
  controller: Type;
}

/** Prevents the start if a route under /api has no @AdminAccess, or a route elsewhere has one. */
@Injectable()
export class AdminDeclarations implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const wrong = this.discovery
      .getControllers()
      .flatMap((controller) => buildRoutes(controller, this.scanner))
      .filter(({ path, handler, controller }) => {
        const rule = this.reflector.getAllAndOverride(AdminRules, [handler, controller]);
        return ADMIN_PATH.test(path) !== (rule !== undefined);
      })
      .map(({ name }) => name);
    if (wrong.length === 0) return;
    throw new Error(
      `all routes under /api, and no others, must have @AdminAccess; these differ: ${wrong.join(', ')}`,
    );
  }
}

/** The routes of a controller, according to its decorators. */
export function buildRoutes(
  { instance, metatype }: ReturnType<DiscoveryService['getControllers']>[number],
  scanner: MetadataScanner,
): DeclaredRoute[] {
  const prototype = Object.getPrototypeOf(instance) as Record<string, Handler>;
  const controller = metatype as Type;
  return scanner.getAllMethodNames(prototype).flatMap((method) => {
    const handler = prototype[method];
    if (handler === undefined || Reflect.getMetadata(METHOD_METADATA, handler) === undefined) return [];
    const path = [controller, handler].map(getPath).join('/').replaceAll(/\/+/g, '/');
    return [{ name: `${controller.name}.${method}`, path, handler, controller }];
  });
}

function getPath(target: object): string {
  return String(Reflect.getMetadata(PATH_METADATA, target) ?? '');
}
