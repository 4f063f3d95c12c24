import { Injectable, type OnModuleInit, type RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { Access } from './access.js';

/** Prevents the start if a route does not declare who may call it. */
@Injectable()
export class AccessDeclarations implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.discovery.getControllers().flatMap(({ instance, metatype }) => {
      const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((name) => isRoute(prototype[name]) && !this.isDeclared(prototype[name], metatype))
        .map((name) => `${metatype?.name ?? 'a controller'}.${name}`);
    });
    if (undeclared.length > 0) {
      throw new Error(`these routes have no @Access declaration (add one): ${undeclared.join(', ')}`);
    }
  }

  private isDeclared(handler: (() => unknown) | undefined, controller: unknown): boolean {
    const targets = [handler, controller].filter((target) => typeof target === 'function');
    return this.reflector.getAllAndOverride(Access, targets as never) !== undefined;
  }
}

function isRoute(handler: unknown): boolean {
  if (typeof handler !== 'function') return false;
  const method = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
  return method !== undefined;
}
