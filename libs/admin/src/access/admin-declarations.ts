import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { AdminRules } from './admin-access.js';
import { buildRoutes } from './build-routes.js';

const ADMIN_PATH = /^\/?api(\/|$)/;

/** Refuses to start while a route under /api leaves open who may call it, or a rule of the admin API stands elsewhere. */
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
    throw new Error(`exactly the routes under /api have @AdminAccess; these differ: ${wrong.join(', ')}`);
  }
}
