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

/** Stands before every route. It runs before a body is read, so strangers cannot make us hold one. */
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
    const { raw, exchange } = context.switchToHttp().getRequest<FastifyRequest>();
    const { actor } = exchange;
    if (isAdmitted && actor !== undefined) this.lines.noteCaller(raw, `${actor.kind} ${actor.id}`);
    return isAdmitted;
  }

  /** Where the connection itself is unlimited, each of its requests is held to the limits. */
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
      request.exchange.token = token;
      request.exchange.clientSecret = { settings };
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

/** Whether the client wants to go on over a WebSocket, and Node has understood it so. */
function isSocketRequest({ raw }: FastifyRequest): boolean {
  return (raw as { upgrade?: boolean }).upgrade === true;
}

/** For a request that lowers the load, or costs nothing: it counts against no limit of its token. */
export const Unlimited = Reflector.createDecorator<true>();
