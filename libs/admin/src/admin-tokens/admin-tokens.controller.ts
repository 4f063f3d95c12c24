import { type Page } from '#database';
import { Body, Delete, Get, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
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
    description: 'Newest first by default.',
    response: { pageOf: AdminTokenView },
  })
  async list(@Query() query: AdminTokenListQuery): Promise<Page<AdminTokenView>> {
    return this.adminTokens.list(query);
  }

  @Post()
  @AdminAccess({ scope: 'admin-tokens:write', member: false })
  @Described({
    summary: 'Create an admin token',
    description: 'The response contains the key, which is shown only once.',
    response: IssuedAdminTokenView,
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Body() input: NewAdminTokenInput,
  ): Promise<IssuedAdminTokenView> {
    return this.adminTokens.create(caller, input);
  }

  @Delete(':id')
  @AdminAccess({ scope: 'admin-tokens:write', member: false })
  @Described({
    summary: 'Revoke an admin token',
    description: 'Permanent, effective immediately.',
    response: AdminTokenView,
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<AdminTokenView> {
    return this.adminTokens.revoke(caller, id);
  }
}
