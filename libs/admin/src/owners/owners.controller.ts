import { OwnerListRepository, type ListedOwner } from '#access';
import { isPrintableLine } from '#config';
import { type Page, mapPage } from '#database';
import { Body, Get, Param, Patch, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { notFound } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { MemberTokenLimit } from '../tokens/member-token-limit.js';
import { OwnerLimitsInput, OwnerListQuery, OwnerView } from './owner.dto.js';
import { OwnersService } from './owners.service.js';

const MAX_NAME_LENGTH = 254;

/** Without a token, a user or a limit. */
const NOBODY = { userId: null, role: null, isDisabled: false, tokens: 0, activeTokens: 0 };

@AdminController('/api/owners')
export class OwnersController {
  constructor(
    private readonly owners: OwnerListRepository,
    private readonly limits: MemberTokenLimit,
    private readonly service: OwnersService,
  ) {}

  @Get()
  @AdminAccess({ scope: 'tokens:read', member: false })
  @Described({
    summary: 'List owners of tokens',
    description: 'Everybody who has a token, can sign in, or is named in the config file, by name.',
    answer: { pageOf: OwnerView },
  })
  async list(@Query() query: OwnerListQuery): Promise<Page<OwnerView>> {
    return mapPage(await this.owners.list(query), (owner) => this.view(owner));
  }

  @Get(':name')
  @AdminAccess({ scope: 'tokens:read', member: false })
  @Described({ summary: 'Show an owner of tokens', answer: OwnerView })
  async show(@Param('name') name: string): Promise<OwnerView> {
    const owner = await this.find(name);
    if (owner === undefined) throw notFound('owner');
    return this.view(owner);
  }

  @Patch(':name')
  @AdminAccess({ scope: 'tokens:write', member: false })
  @Described({
    summary: 'Limit an owner of tokens',
    description:
      'What all of its tokens may use together. Only what is given changes; null takes a limit away. One that nobody has heard of yet may be limited, too.',
    answer: OwnerView,
  })
  async limit(
    @Asking() caller: Caller,
    @Param('name') name: string,
    @Body() input: OwnerLimitsInput,
  ): Promise<OwnerView> {
    if (!isPrintableLine(name, MAX_NAME_LENGTH)) throw notFound('owner');
    const known = await this.service.limit(caller, name, input);
    return this.view((await this.find(known)) ?? { ...NOBODY, name: known });
  }

  private async find(name: string): Promise<ListedOwner | undefined> {
    if (!isPrintableLine(name, MAX_NAME_LENGTH)) throw notFound('owner');
    const [owner] = (await this.owners.list({ name, limit: 1 })).data;
    return owner;
  }

  private view({ name, userId, role, isDisabled, tokens, activeTokens }: ListedOwner): OwnerView {
    return {
      name,
      user: userId === null || role === null ? null : { id: userId, role, disabled: isDisabled },
      tokens,
      active_tokens: activeTokens,
      limits: this.limits.viewOwner(name),
    };
  }
}
