import { Body, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { PublicUrl } from '#config';
import { type Principal } from '#rights';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller, toRequestOrigin } from '../access/caller.js';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../access/session-cookie.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { OwnLimitsService } from './own-limits.service.js';
import { OwnLimitsView, PasswordChangeInput, SessionView, SignInInput } from './session.dto.js';
import {
  type BrowserOrigin,
  type OpenedSession,
  SessionService,
  type UserCaller,
} from './session.service.js';

@AdminController('/api')
export class SessionController {
  constructor(
    private readonly sessions: SessionService,
    private readonly publicUrl: PublicUrl,
    private readonly ownLimits: OwnLimitsService,
  ) {}

  @Post('session')
  @HttpCode(200)
  @AdminAccess('anyone')
  @Described({ summary: 'Sign in', description: 'Sets a session cookie.', response: SessionView })
  async signIn(
    @Body() input: SignInInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const former = readSessionCookie(request, this.publicUrl.current);
    const opened = await this.sessions.start(input, toBrowserOrigin(request), former);
    return this.sendSession(opened, request, reply);
  }

  @Get('session')
  @AdminAccess('known')
  @Described({ summary: 'Retrieve the current user', response: SessionView })
  show(@CurrentCaller() { principal }: Caller): SessionView {
    return viewSession(principal);
  }

  @Get('session/limits')
  @AdminAccess('user')
  @Described({
    summary: 'Retrieve the limits of the current user',
    description: 'The limits for all of your tokens combined.',
    response: OwnLimitsView,
  })
  async showLimits(@CurrentCaller() { principal }: UserCaller): Promise<OwnLimitsView> {
    return this.ownLimits.show(principal);
  }

  @Delete('session')
  @HttpCode(204)
  @AdminAccess('user')
  @Described({ summary: 'Sign out' })
  async signOut(
    @CurrentCaller() caller: UserCaller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.end(caller);
    clearSessionCookie(request, reply, this.publicUrl.current);
  }

  @Delete('sessions')
  @HttpCode(204)
  @AdminAccess('user')
  @Described({ summary: 'Sign out everywhere', description: 'Ends all sessions of the user.' })
  async signOutEverywhere(
    @CurrentCaller() caller: UserCaller,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.sessions.endAll(caller);
    clearSessionCookie(request, reply, this.publicUrl.current);
  }

  @Post('session/password')
  @HttpCode(200)
  @AdminAccess('user')
  @Described({
    summary: 'Change the password',
    description: 'Ends all sessions of the user and sets a new session cookie.',
    response: SessionView,
  })
  async changePassword(
    @CurrentCaller() caller: UserCaller,
    @Body() input: PasswordChangeInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const opened = await this.sessions.changePassword({ ...caller, ...toBrowserOrigin(request) }, input);
    return this.sendSession(opened, request, reply);
  }

  private sendSession(
    { session, principal }: OpenedSession,
    request: FastifyRequest,
    reply: FastifyReply,
  ): SessionView {
    const { id, expiresAt } = session;
    setSessionCookie(request, reply, id, { publicUrl: this.publicUrl.current, expiresAt });
    return viewSession(principal);
  }
}

function toBrowserOrigin(request: FastifyRequest): BrowserOrigin {
  return { ...toRequestOrigin(request), userAgent: request.headers['user-agent'] };
}

function viewSession(principal: Principal): SessionView {
  const defaults = { id: null, role: null, scopes: null, must_change_password: false };
  switch (principal.kind) {
    case 'user': {
      const { kind, userId: id, email: name, role, mustChangePassword } = principal;
      return { ...defaults, kind, id, name, role, must_change_password: mustChangePassword };
    }
    case 'admin-token': {
      const { kind, id, name, scopes } = principal;
      return { ...defaults, kind, id, name, scopes };
    }
    case 'operator':
      return { ...defaults, kind: principal.kind, name: 'operator' };
  }
}
