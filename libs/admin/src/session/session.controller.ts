import { Body, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { PublicUrl } from '#config';
import { type Principal } from '#rights';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller, toVisit } from '../access/caller.js';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../access/session-cookie.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { OwnLimitsView, PasswordChangeInput, SessionView, SignInInput } from './session.dto.js';
import { type BrowserVisit, type OpenedSession, SessionService, type UserCaller } from './session.service.js';

@AdminController('/api')
export class SessionController {
  constructor(
    private readonly sessions: SessionService,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post('session')
  @HttpCode(200)
  @AdminAccess('anyone')
  @Described({ summary: 'Sign in', description: 'Answers a session cookie.', answer: SessionView })
  async signIn(
    @Body() input: SignInInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const former = readSessionCookie(request, this.publicUrl.current);
    const opened = await this.sessions.start(input, toBrowser(request), former);
    return this.handOver(opened, request, reply);
  }

  @Get('session')
  @AdminAccess('known')
  @Described({ summary: 'Who am I', answer: SessionView })
  show(@Asking() { principal }: Caller): SessionView {
    return viewSession(principal);
  }

  @Get('session/limits')
  @AdminAccess('user')
  @Described({
    summary: 'What may I use',
    description: 'What an administrator has set for all of your tokens together.',
    answer: OwnLimitsView,
  })
  async showLimits(@Asking() { principal }: UserCaller): Promise<OwnLimitsView> {
    return this.sessions.showLimits(principal);
  }

  @Delete('session')
  @HttpCode(204)
  @AdminAccess('user')
  @Described({ summary: 'Sign out' })
  async signOut(
    @Asking() caller: UserCaller,
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
    @Asking() caller: UserCaller,
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
    description: 'Ends all sessions of the user, and answers a new session cookie.',
    answer: SessionView,
  })
  async changePassword(
    @Asking() caller: UserCaller,
    @Body() input: PasswordChangeInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionView> {
    const opened = await this.sessions.changePassword({ ...caller, ...toBrowser(request) }, input);
    return this.handOver(opened, request, reply);
  }

  private handOver(
    { session, principal }: OpenedSession,
    request: FastifyRequest,
    reply: FastifyReply,
  ): SessionView {
    const { id, expiresAt } = session;
    setSessionCookie(request, reply, id, { publicUrl: this.publicUrl.current, expiresAt });
    return viewSession(principal);
  }
}

function toBrowser(request: FastifyRequest): BrowserVisit {
  return { ...toVisit(request), userAgent: request.headers['user-agent'] };
}

function viewSession(principal: Principal): SessionView {
  const nobody = { id: null, role: null, scopes: null, must_change_password: false };
  switch (principal.kind) {
    case 'user': {
      const { kind, userId: id, email: name, role, mustChangePassword } = principal;
      return { ...nobody, kind, id, name, role, must_change_password: mustChangePassword };
    }
    case 'admin-token': {
      const { kind, id, name, scopes } = principal;
      return { ...nobody, kind, id, name, scopes };
    }
    case 'operator':
      return { ...nobody, kind: principal.kind, name: 'operator' };
  }
}
