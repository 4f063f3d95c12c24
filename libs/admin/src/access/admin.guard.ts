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
import { CallerAuthenticator } from './caller-authenticator.js';

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** The only routes for a user whose password was chosen by another person. */
const BEFORE_PASSWORD_CHANGE: ReadonlySet<string> = new Set([
  'GET /api/session',
  'DELETE /api/session',
  'POST /api/session/password',
]);

interface OriginRules {
  publicUrl: string;
  /** For a request with a session cookie, which browsers add automatically: the Origin header must be present. */
  isRequired: boolean;
}

/** Authenticates and authorizes requests of the admin API, and rejects all requests of other routes. */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly credentials: CallerAuthenticator,
    private readonly publicUrl: PublicUrl,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride(AdminRules, [context.getHandler(), context.getClass()]);
    if (rule === undefined) return false;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    void context.switchToHttp().getResponse<FastifyReply>().header('cache-control', 'no-store');
    await this.authorize(request, rule);
    return true;
  }

  private async authorize(request: FastifyRequest, rule: AdminRule): Promise<void> {
    const publicUrl = this.publicUrl.current;
    if (rule === 'anyone') return refuseForeignOrigin(request, { publicUrl, isRequired: false });
    const { principal, isCookie } = await this.credentials.authenticate(request);
    if (isCookie) refuseForeignOrigin(request, { publicUrl, isRequired: true });
    request.requestContext.actor = toActor(principal);
    requireOwnPassword(principal, request);
    requirePermission(principal, rule);
    request.principal = principal;
  }
}

/** Throws if a page of another origin sends a request that changes something. */
function refuseForeignOrigin(request: FastifyRequest, { publicUrl, isRequired }: OriginRules): void {
  if (SAFE_METHODS.has(request.method)) return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'cross-site') throw createForeignOriginError();
  if (origin === undefined ? isRequired : !isOwnOrigin(origin, request, publicUrl))
    throw createForeignOriginError();
}

/** Behind a proxy that terminates TLS, only the host is reliable, not the scheme. */
function isOwnOrigin(origin: string, { host }: FastifyRequest, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { origin: given, protocol } = new URL(origin);
  return given === toOrigin(publicUrl) || given === toOrigin(`${protocol}//${host}`);
}

function toOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function createForeignOriginError(): GatewayError {
  return new GatewayError(
    'forbidden',
    'A session can only be used by pages of this gateway: the Origin header must be its own address.',
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
  if (kind !== 'user') throw new GatewayError('forbidden', 'This action requires a signed-in user.');
}

function requireRole(principal: UserPrincipal, { member }: ScopedRule): void {
  if (principal.role !== 'admin' && !member) throw onlyAdmins();
}

/** Throws for a user whose password was chosen by another person, except on the routes of `BEFORE_PASSWORD_CHANGE`. */
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
