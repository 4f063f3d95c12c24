import { type Page, TableChanges } from '#database';
import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
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
  @Described({ summary: 'List API tokens', answer: { pageOf: TokenView } })
  async list(@Asking() caller: Caller, @Query() query: TokenListQuery): Promise<Page<TokenView>> {
    return this.tokens.list(caller, query);
  }

  @Post()
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'Create an API token',
    description: 'The answer holds its key, which is never shown again.',
    answer: IssuedTokenView,
  })
  async create(@Asking() caller: Caller, @Body() input: NewTokenInput): Promise<IssuedTokenView> {
    return this.readBack(await this.tokens.create(caller, input));
  }

  @Get(':id')
  @AdminAccess({ scope: 'tokens:read', member: true })
  @Described({ summary: 'Show an API token', answer: TokenView })
  async show(@Asking() caller: Caller, @IdParam() id: string): Promise<TokenView> {
    return this.tokens.show(caller, id);
  }

  @Patch(':id')
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'Change an API token',
    description: 'Only what is given changes; null takes a setting away.',
    answer: ChangedTokenView,
  })
  async change(
    @Asking() caller: Caller,
    @IdParam() id: string,
    @Body() input: TokenChangesInput,
  ): Promise<ChangedTokenView> {
    return this.readBack(await this.tokens.change(caller, id, input));
  }

  @Delete(':id')
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'Revoke an API token',
    description: 'For good. It stays in the list.',
    answer: TokenView,
  })
  async revoke(@Asking() caller: Caller, @IdParam() id: string): Promise<TokenView> {
    return this.readBack(await this.tokens.revoke(caller, id));
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'Give an API token a new key',
    description:
      'The answer holds the new key, which is never shown again. The key until now can still be used for a while; the one before it, if there is one, ends at once.',
    answer: IssuedTokenView,
  })
  async rotate(
    @Asking() caller: Caller,
    @IdParam() id: string,
    @Body() input: RotationInput,
  ): Promise<IssuedTokenView> {
    return this.readBack(await this.tokens.rotate(caller, id, input));
  }

  @Delete(':id/old-key')
  @AdminAccess({ scope: 'tokens:write', member: true })
  @Described({
    summary: 'End the old key of an API token',
    description: 'The key that the last rotation replaced is refused from now on.',
    answer: TokenView,
  })
  async endOldKey(@Asking() caller: Caller, @IdParam() id: string): Promise<TokenView> {
    return this.readBack(await this.tokens.endOldKey(caller, id));
  }

  /** Whoever is told of a change may rely on it with the next request. */
  private async readBack<View extends TokenView>(token: View): Promise<View> {
    await this.changes.readNow('tokens', token.id);
    return token;
  }
}
