import { type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { type DiscoveryService, type MetadataScanner } from '@nestjs/core';

type Handler = (...values: never[]) => unknown;

export interface DeclaredRoute {
  /** For people: which method of which class. */
  name: string;
  path: string;
  handler: Handler;
  controller: Type;
}

/** What a controller serves, by its decorators. */
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
