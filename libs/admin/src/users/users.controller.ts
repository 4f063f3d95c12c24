import { type Page } from '#database';
import { Body, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
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
    description: 'In the order of their e-mail addresses, where no other is asked for.',
    answer: { pageOf: UserView },
  })
  async list(@Query() query: UserListQuery): Promise<Page<UserView>> {
    return this.users.list(query);
  }

  @Post()
  @AdminAccess({ scope: 'users:write', member: false })
  @Described({
    summary: 'Create a user',
    description: 'Without a password the answer holds one that is never shown again.',
    answer: UserWithPasswordView,
  })
  async create(@Asking() caller: Caller, @Body() input: NewUserInput): Promise<UserWithPasswordView> {
    return this.users.create(caller, input);
  }

  @Get(':id')
  @AdminAccess({ scope: 'users:read', member: false })
  @Described({ summary: 'Show a user', answer: UserView })
  async show(@IdParam() id: string): Promise<UserView> {
    return this.users.show(id);
  }

  @Patch(':id')
  @AdminAccess({ scope: 'users:write', member: false })
  @Described({
    summary: 'Change a user',
    description:
      'Whoever is given another role has to sign in again. Whoever is no admin any more, or disabled, loses all admin tokens that they have made. There is always an admin left.',
    answer: UserView,
  })
  async change(
    @Asking() caller: Caller,
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
      'Ends all of their sessions. The answer holds a password to sign in with and to change then.',
    answer: UserWithPasswordView,
  })
  async resetPassword(@Asking() caller: Caller, @IdParam() id: string): Promise<UserWithPasswordView> {
    return this.users.resetPassword(caller, id);
  }
}
