import { Delete, Get, HttpCode } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { IdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { UserSessionsView } from './user-session.dto.js';
import { UserSessionsService } from './user-sessions.service.js';

@AdminController('/api/users')
export class UserSessionsController {
  constructor(private readonly sessions: UserSessionsService) {}

  @Get(':id/sessions')
  @AdminAccess({ scope: 'users:read', member: false })
  @Described({ summary: 'List the sessions of a user', response: UserSessionsView })
  async list(@IdParam() id: string): Promise<UserSessionsView> {
    return this.sessions.list(id);
  }

  @Delete(':id/sessions')
  @HttpCode(204)
  @AdminAccess({ scope: 'users:write', member: false })
  @Described({ summary: 'Sign a user out everywhere' })
  async endAll(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<void> {
    return this.sessions.endAll(caller, id);
  }
}
