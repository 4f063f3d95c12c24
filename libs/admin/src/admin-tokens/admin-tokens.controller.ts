import { type Page } from '#database';
import { Body, Delete, Get, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { IdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import {
  AdminTokenListQuery,
  AdminTokenView,
  IssuedAdminTokenView,
  NewAdminTokenInput,
} from './admin-token.dto.js';
import { AdminTokensService } from './admin-tokens.service.js';

@AdminController('/api/admin-tokens')
export class AdminTokensController {
  constructor(private readonly adminTokens: AdminTokensService) {}

  @Get()
  @AdminAccess({ scope: 'admin-tokens:read', member: false })
  @Described({
    summary: 'List admin tokens',
    description: 'Newest first, where no other order is asked for.',
    answer: { pageOf: AdminTokenView },
  })
  async list(@Query() query: AdminTokenListQuery): Promise<Page<AdminTokenView>> {
    return this.adminTokens.list(query);
  }

  @Post()
  @AdminAccess({ scope: 'admin-tokens:write', member: false })
  @Described({
    summary: 'Create an admin token',
    description: 'The answer holds its key, which is never shown again.',
    answer: IssuedAdminTokenView,
  })
  async create(@Asking() caller: Caller, @Body() input: NewAdminTokenInput): Promise<IssuedAdminTokenView> {
    return this.adminTokens.create(caller, input);
  }

  @Delete(':id')
  @AdminAccess({ scope: 'admin-tokens:write', member: false })
  @Described({
    summary: 'Revoke an admin token',
    description: 'For good, and at once.',
    answer: AdminTokenView,
  })
  async revoke(@Asking() caller: Caller, @IdParam() id: string): Promise<AdminTokenView> {
    return this.adminTokens.revoke(caller, id);
  }
}
