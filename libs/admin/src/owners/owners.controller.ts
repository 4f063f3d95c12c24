import { type Page } from '#database';
import { Body, Get, Param, Patch, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { OwnerLimitsInput, OwnerListQuery, OwnerView } from './owner.dto.js';
import { OwnerLimitsService } from './owner-limits.service.js';
import { OwnersService } from './owners.service.js';

@AdminController('/api/owners')
export class OwnersController {
  constructor(
    private readonly owners: OwnersService,
    private readonly limits: OwnerLimitsService,
  ) {}

  @Get()
  @AdminAccess({ scope: 'tokens:read', member: false })
  @Described({
    summary: 'List token owners',
    description: 'Users, and all other names that own a token or have limits.',
    response: { pageOf: OwnerView },
  })
  async list(@Query() query: OwnerListQuery): Promise<Page<OwnerView>> {
    return this.owners.list(query);
  }

  @Get(':name')
  @AdminAccess({ scope: 'tokens:read', member: false })
  @Described({ summary: 'Retrieve a token owner', response: OwnerView })
  async show(@Param('name') name: string): Promise<OwnerView> {
    return this.owners.show(name);
  }

  @Patch(':name')
  @AdminAccess({ scope: 'tokens:write', member: false })
  @Described({
    summary: 'Set the limits of a token owner',
    description:
      'Limits for all of its tokens combined. Changes only the given limits; null removes one. Owners without tokens can be limited, too.',
    response: OwnerView,
  })
  async limit(
    @CurrentCaller() caller: Caller,
    @Param('name') name: string,
    @Body() input: OwnerLimitsInput,
  ): Promise<OwnerView> {
    return this.owners.showLimited(await this.limits.store(caller, name, input));
  }
}
