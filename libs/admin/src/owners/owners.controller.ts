import { OwnerListRepository, type ListedOwner } from '#access';
import { isPrintableLine } from '#config';
import { type Page, mapPage } from '#database';
import { Get, Param, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { AdminController } from '../admin-controller.js';
import { notFound } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { MemberTokenLimit } from '../tokens/member-token-limit.js';
import { OwnerListQuery, OwnerView } from './owner.dto.js';

const MAX_NAME_LENGTH = 254;

@AdminController('/api/owners')
export class OwnersController {
  constructor(
    private readonly owners: OwnerListRepository,
    private readonly limits: MemberTokenLimit,
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
    if (!isPrintableLine(name, MAX_NAME_LENGTH)) throw notFound('owner');
    const [owner] = (await this.owners.list({ name, limit: 1 })).data;
    if (owner === undefined) throw notFound('owner');
    return this.view(owner);
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
