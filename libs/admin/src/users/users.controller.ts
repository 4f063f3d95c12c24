import { type Page } from '#database';
import { Body, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { IdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { NewUserInput, UserChangesInput, UserListQuery, UserView, UserWithPasswordView } from './user.dto.js';
import { UsersService } from './users.service.js';

@AdminController('/api/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  @AdminAccess({ scope: 'users:read', member: false })
  @Described({
    summary: 'List users',
    description: 'Sorted by email address by default.',
    response: { pageOf: UserView },
  })
  async list(@Query() query: UserListQuery): Promise<Page<UserView>> {
    return this.users.list(query);
  }

  @Post()
  @AdminAccess({ scope: 'users:write', member: false })
  @Described({
    summary: 'Create a user',
    description: 'Without a password, the response contains a generated one that is shown only once.',
    response: UserWithPasswordView,
  })
  async create(@CurrentCaller() caller: Caller, @Body() input: NewUserInput): Promise<UserWithPasswordView> {
    return this.users.create(caller, input);
  }

  @Get(':id')
  @AdminAccess({ scope: 'users:read', member: false })
  @Described({ summary: 'Retrieve a user', response: UserView })
  async show(@IdParam() id: string): Promise<UserView> {
    return this.users.show(id);
  }

  @Patch(':id')
  @AdminAccess({ scope: 'users:write', member: false })
  @Described({
    summary: 'Change a user',
    description:
      'A user with a new role must sign in again. If an admin is demoted or disabled, their admin tokens are revoked. The last admin cannot be removed.',
    response: UserView,
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() input: UserChangesInput,
  ): Promise<UserView> {
    return this.users.change(caller, id, input);
  }

  @Post(':id/reset-password')
  @HttpCode(200)
  @AdminAccess({ scope: 'users:write', member: false })
  @Described({
    summary: 'Reset the password of a user',
    description:
      'Ends all sessions of the user. The response contains a one-time password, which must be changed at sign-in.',
    response: UserWithPasswordView,
  })
  async resetPassword(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<UserWithPasswordView> {
    return this.users.resetPassword(caller, id);
  }
}
