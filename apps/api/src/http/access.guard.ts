import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { type Token } from '#access';
import { AdminGuard } from '#admin';
import { GatewayError } from '#canonical';
import { Access } from '#http-edge';
import { ClientSecrets } from '#realtime';
import { realtime } from '#wire';
import { QueueLines } from './queue-lines.js';
import { TokenAccess, toAttempt } from './token-access.js';

/** Checks the access of every route before the body is read, so that an unauthenticated body uses no memory. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly access: TokenAccess,
    private readonly adminGuard: AdminGuard,
    private readonly secrets: ClientSecrets,
    private readonly lines: QueueLines,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const declared = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride(Access, declared);
    if (access === 'public') return true;
    if (access === 'admin') return this.admitAdmin(context);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const isUnlimited = this.reflector.getAllAndOverride(Unlimited, declared) === true;
    if (access === 'session') return this.admitSession(request, reply, isUnlimited);
    if (access !== 'token') return false;
    const token = this.access.authenticate(request);
    const isLimited = request.method === 'POST' && !isUnlimited;
    return isLimited ? this.admit(request, reply, token) : true;
  }

  private async admitAdmin(context: ExecutionContext): Promise<boolean> {
    const isAdmitted = await this.adminGuard.canActivate(context);
    const { raw, requestContext } = context.switchToHttp().getRequest<FastifyRequest>();
    const { actor } = requestContext;
    if (isAdmitted && actor !== undefined) this.lines.noteCaller(raw, `${actor.kind} ${actor.id}`);
    return isAdmitted;
  }

  /** If the route is unlimited, the limits apply to each request on the connection and not to the connection itself. */
  private admitSession(
    request: FastifyRequest,
    reply: FastifyReply,
    isUnlimited: boolean,
  ): boolean | Promise<boolean> {
    if (!isSocketRequest(request)) throw upgradeRequired();
    if (isUnlimited) {
      this.access.authenticate(request);
      return true;
    }
    const attempt = toAttempt(request);
    const { credential } = attempt;
    if (credential === undefined || !realtime.isClientSecret(credential)) {
      return this.admit(request, reply, this.access.authenticate(request));
    }
    return this.secrets.authenticate({ ...attempt, credential }).then(({ token, settings }) => {
      request.requestContext.token = token;
      request.requestContext.clientSecret = { settings };
      return this.admit(request, reply, token);
    });
  }

  private admit(request: FastifyRequest, reply: FastifyReply, token: Token): boolean | Promise<boolean> {
    const admitted = this.access.admit(request, reply, token);
    return admitted === undefined ? true : admitted.then(() => true);
  }
}

function upgradeRequired(): GatewayError {
  return new GatewayError('invalid-request', 'This endpoint requires a WebSocket connection.', {
    status: 426,
    code: 'upgrade_required',
  });
}

/** Whether Node has parsed the request as an upgrade. */
function isSocketRequest({ raw }: FastifyRequest): boolean {
  return (raw as { upgrade?: boolean }).upgrade === true;
}

/** For routes that reduce the load or cost nothing: their requests count against no limit of the token. */
export const Unlimited = Reflector.createDecorator<true>();
