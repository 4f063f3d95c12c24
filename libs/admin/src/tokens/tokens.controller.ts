import { type Page, TableChanges } from '#database';
import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { IdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import {
  ChangedTokenView,
  IssuedTokenView,
  NewTokenInput,
  RotationInput,
  TokenChangesInput,
  TokenListQuery,
  TokenView,
} from './token.dto.js';
import { TokensService } from './tokens.service.js';

@AdminController('/api/tokens')
export class TokensController {
  constructor(
    private readonly tokens: TokensService,
    private readonly changes: TableChanges,
  ) {}

  @Get()
  @AdminAccess({ scope: 'tokens:read', member: true })
  @Described({ summary: 'List API tokens', response: { pageOf: TokenView, hasTotal: true } })
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: TokenListQuery,
  ): Promise<Page<TokenView> & { total: number }> {
    return this.tokens.list(caller, query);
  }

  @Post()
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'Create an API token',
    description: 'The response contains the key, which is shown only once.',
    response: IssuedTokenView,
  })
  async create(@CurrentCaller() caller: Caller, @Body() input: NewTokenInput): Promise<IssuedTokenView> {
    return this.readBack(await this.tokens.create(caller, input));
  }

  @Get(':id')
  @AdminAccess({ scope: 'tokens:read', member: true })
  @Described({ summary: 'Retrieve an API token', response: TokenView })
  async show(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<TokenView> {
    return this.tokens.show(caller, id);
  }

  @Patch(':id')
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'Change an API token',
    description: 'Changes only the given settings; null removes a setting.',
    response: ChangedTokenView,
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() input: TokenChangesInput,
  ): Promise<ChangedTokenView> {
    return this.readBack(await this.tokens.change(caller, id, input));
  }

  @Delete(':id')
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'Revoke an API token',
    description: 'Permanent. The token stays in the list.',
    response: TokenView,
  })
  async revoke(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<TokenView> {
    return this.readBack(await this.tokens.revoke(caller, id));
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'Rotate the key of an API token',
    description:
      'The response contains the new key, which is shown only once. The current key stays valid for a while; an older key becomes invalid immediately.',
    response: IssuedTokenView,
  })
  async rotate(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() input: RotationInput,
  ): Promise<IssuedTokenView> {
    return this.readBack(await this.tokens.rotate(caller, id, input));
  }

  @Delete(':id/old-key')
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'Revoke the old key of an API token',
    description: 'The key replaced by the last rotation becomes invalid.',
    response: TokenView,
  })
  async endOldKey(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<TokenView> {
    return this.readBack(await this.tokens.endOldKey(caller, id));
  }

  /** Reloads the token in this process, so that the change applies to the next request of the client. */
  private async readBack<View extends TokenView>(token: View): Promise<View> {
    await this.changes.reloadRow('tokens', token.id);
    return token;
  }
}
