import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { PublicUrl } from '#config';
import { Reflector } from '@nestjs/core';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type AdminRule, AdminRules } from './admin-access.js';
import { Credentials } from './credentials.js';
import { refuseForeignOrigin } from './refuse-foreign-origin.js';
import { requirePermission } from './require-permission.js';

/** Stands before every route of the admin API, and lets nobody through to any other. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: Credentials,
    private readonly publicUrl: PublicUrl,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride(AdminRules, [context.getHandler(), context.getClass()]);
    if (rule === undefined) return false;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    void context.switchToHttp().getResponse<FastifyReply>().header('cache-control', 'no-store');
    await this.admit(request, rule);
    return true;
  }

  private async admit(request: FastifyRequest, rule: AdminRule): Promise<void> {
    const publicUrl = this.publicUrl.current;
    if (rule === 'anyone') return refuseForeignOrigin(request, { publicUrl, isRequired: false });
    const { principal, isCookie } = await this.credentials.of(request);
    if (isCookie) refuseForeignOrigin(request, { publicUrl, isRequired: true });
    requirePermission(principal, rule);
    request.principal = principal;
  }
}
