import { type Page } from '#database';
import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { IdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import {
  ChannelChangesInput,
  ChannelCheckInput,
  ChannelListQuery,
  ChannelTestInput,
  NewChannelInput,
} from './channel.dto.js';
import { ChannelChecks } from './channel-checks.service.js';
import { ChannelTestView, ChannelView, UpstreamModelsView } from './channel-view.dto.js';
import { ChannelCheckView } from './check/channel-check.dto.js';
import { ChannelDraftChecks } from './check/channel-draft-checks.service.js';
import { ChannelsService } from './channels.service.js';

@AdminController('/api/channels')
export class ChannelsController {
  constructor(
    private readonly channels: ChannelsService,
    private readonly checks: ChannelChecks,
    private readonly drafts: ChannelDraftChecks,
  ) {}

  @Get()
  @AdminAccess({ scope: 'channels:read', member: false })
  @Described({ summary: 'List channels', response: { pageOf: ChannelView } })
  async list(@Query() query: ChannelListQuery): Promise<Page<ChannelView>> {
    return this.channels.list(query);
  }

  @Post()
  @AdminAccess({ scope: 'channels:write', member: false })
  @Described({
    summary: 'Create a channel',
    description: 'A provider account. Its keys are stored encrypted and never returned.',
    response: ChannelView,
  })
  async create(@CurrentCaller() caller: Caller, @Body() input: NewChannelInput): Promise<ChannelView> {
    return this.channels.create(caller, input);
  }

  @Post('check')
  @HttpCode(200)
  @AdminAccess({ scope: 'channels:write', member: false })
  @Described({
    summary: 'Check a channel before it is created',
    description:
      'Loads the models of the account from the provider and sends a minimal request to one of them. Stores nothing. Reports all problems of the settings at once. Takes at most 30 seconds.',
    response: ChannelCheckView,
  })
  async check(@CurrentCaller() caller: Caller, @Body() input: ChannelCheckInput): Promise<ChannelCheckView> {
    return this.drafts.check(caller, input);
  }

  @Get(':id')
  @AdminAccess({ scope: 'channels:read', member: false })
  @Described({ summary: 'Retrieve a channel', response: ChannelView })
  async show(@IdParam() id: string): Promise<ChannelView> {
    return this.channels.show(id);
  }

  @Patch(':id')
  @AdminAccess({ scope: 'channels:write', member: false })
  @Described({
    summary: 'Change a channel',
    description:
      'Changes only the given settings; null removes a setting. If the host changes, the keys must be sent again.',
    response: ChannelView,
  })
  async change(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() input: ChannelChangesInput,
  ): Promise<ChannelView> {
    return this.channels.change(caller, id, input);
  }

  @Delete(':id')
  @HttpCode(204)
  @AdminAccess({ scope: 'channels:write', member: false })
  @Described({
    summary: 'Delete a channel',
    description: 'Its request log is kept, and tasks in progress continue.',
  })
  async remove(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<void> {
    return this.channels.remove(caller, id);
  }

  @Post(':id/test')
  @HttpCode(200)
  @AdminAccess({ scope: 'channels:write', member: false })
  @Described({
    summary: 'Test a channel',
    description:
      'Sends a minimal request to the provider, and reports what failed and how to fix it. Takes at most 15 seconds.',
    response: ChannelTestView,
  })
  async test(
    @CurrentCaller() caller: Caller,
    @IdParam() id: string,
    @Body() input: ChannelTestInput,
  ): Promise<ChannelTestView> {
    return this.checks.test(caller, id, input);
  }

  @Get(':id/upstream-models')
  @AdminAccess({ scope: 'channels:read', member: false })
  @Described({
    summary: 'List the models of the provider account',
    description: 'Loads the list from the provider. Not all providers have one.',
    response: UpstreamModelsView,
  })
  async upstreamModels(@CurrentCaller() caller: Caller, @IdParam() id: string): Promise<UpstreamModelsView> {
    return this.checks.upstreamModels(caller, id);
  }
}
