import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { PublicUrl } from '#config';
import { Reflector } from '@nestjs/core';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { GatewayError } from '#canonical';
import {
  type AdminScope,
  type Principal,
  type UserPrincipal,
  allows,
  onlyAdmins,
  passwordChangeRequired,
} from '#rights';
import { type AdminRule, AdminRules, type ScopedRule } from './admin-access.js';
import { toActor } from '../audit/audit-trail.js';
import { Credentials } from './credentials.js';

const READING = new Set(['GET', 'HEAD']);

/** All that a user can call whose password another person has chosen: see who they are, change it, or sign out. */
const BEFORE_PASSWORD_CHANGE: ReadonlySet<string> = new Set([
  'GET /api/session',
  'DELETE /api/session',
  'POST /api/session/password',
]);

interface OriginRules {
  publicUrl: string;
  /** For a request that proves itself by a cookie: browsers add that by themselves, so nothing may be missing. */
  isRequired: boolean;
}

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
    request.exchange.actor = toActor(principal);
    requireOwnPassword(principal, request);
    requirePermission(principal, rule);
    request.principal = principal;
  }
}

/** Throws where a page that is not ours has a browser change something here. */
function refuseForeignOrigin(request: FastifyRequest, { publicUrl, isRequired }: OriginRules): void {
  if (READING.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') throw foreign();
  if (origin === undefined ? isRequired : !isOwn(origin, request, publicUrl)) throw foreign();
}

/** Behind a proxy that ends encryption only the host is known for certain. */
function isOwn(origin: string, { host }: FastifyRequest, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: given, protocol } = new URL(origin);
  return given === toOrigin(publicUrl) || given === toOrigin(`${protocol}//${host}`);
}

function toOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function foreign(): GatewayError {
  return new GatewayError(
    'forbidden',
    'A session can only be used by pages of this gateway. The Origin header has to name it.',
    { code: 'foreign_origin' },
  );
}

/** Throws unless this principal may call a route with this rule. */
function requirePermission(principal: Principal, rule: AdminRule): void {
  if (rule === 'anyone' || rule === 'known') return;
  if (rule === 'user') return requireUser(principal);
  switch (principal.kind) {
    case 'operator':
      return;
    case 'user':
      return requireRole(principal, rule);
    case 'admin-token':
      return requireScope(principal.scopes, rule);
  }
}

function requireUser({ kind }: Principal): void {
  if (kind !== 'user') throw new GatewayError('forbidden', 'Only somebody who has signed in can do this.');
}

function requireRole(principal: UserPrincipal, { member }: ScopedRule): void {
  if (principal.role !== 'admin' && !member) throw onlyAdmins();
}

/** Throws for a user whose password another person has chosen, on every route but a few. */
function requireOwnPassword(principal: Principal, { method, routeOptions }: FastifyRequest): void {
  if (principal.kind !== 'user' || !principal.mustChangePassword) return;
  if (!BEFORE_PASSWORD_CHANGE.has(`${method} ${routeOptions.url}`)) throw passwordChangeRequired();
}

function requireScope(scopes: readonly AdminScope[], { scope }: ScopedRule): void {
  if (allows(scopes, scope)) return;
  throw new GatewayError('forbidden', `This admin token does not have the scope ${scope}.`, {
    code: 'missing_scope',
  });
}
