import { type Page } from '#database';
import { Body, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
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
  @Described({ summary: 'List channels', answer: { pageOf: ChannelView } })
  async list(@Query() query: ChannelListQuery): Promise<Page<ChannelView>> {
    return this.channels.list(query);
  }

  @Post()
  @AdminAccess({ scope: 'channels:write', member: false })
  @Described({
    summary: 'Create a channel',
    description: 'An account at an upstream. Its keys are stored encrypted and never shown again.',
    answer: ChannelView,
  })
  async create(@Asking() caller: Caller, @Body() input: NewChannelInput): Promise<ChannelView> {
    return this.channels.create(caller, input);
  }

  @Post('check')
  @HttpCode(200)
  @AdminAccess({ scope: 'channels:write', member: false })
  @Described({
    summary: 'Check a channel before it is created',
    description:
      'Asks the upstream which models the account has, and one of them for the smallest answer; stores nothing. All that is wrong with the settings is told at once. Takes at most 30 seconds.',
    answer: ChannelCheckView,
  })
  async check(@Asking() caller: Caller, @Body() input: ChannelCheckInput): Promise<ChannelCheckView> {
    return this.drafts.check(caller, input);
  }

  @Get(':id')
  @AdminAccess({ scope: 'channels:read', member: false })
  @Described({ summary: 'Show a channel', answer: ChannelView })
  async show(@IdParam() id: string): Promise<ChannelView> {
    return this.channels.show(id);
  }

  @Patch(':id')
  @AdminAccess({ scope: 'channels:write', member: false })
  @Described({
    summary: 'Change a channel',
    description:
      'Only what is given changes; null takes a setting away. Where it then leads to another host, its keys have to be given again.',
    answer: ChannelView,
  })
  async change(
    @Asking() caller: Caller,
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
    description: 'What it has served stays in the log, and tasks that it is working on go on.',
  })
  async remove(@Asking() caller: Caller, @IdParam() id: string): Promise<void> {
    return this.channels.remove(caller, id);
  }

  @Post(':id/test')
  @HttpCode(200)
  @AdminAccess({ scope: 'channels:write', member: false })
  @Described({
    summary: 'Test a channel',
    description:
      'Makes the smallest real call that the upstream has, and says what failed and what to do about it. Takes at most 15 seconds.',
    answer: ChannelTestView,
  })
  async test(
    @Asking() caller: Caller,
    @IdParam() id: string,
    @Body() input: ChannelTestInput,
  ): Promise<ChannelTestView> {
    return this.checks.test(caller, id, input);
  }

  @Get(':id/upstream-models')
  @AdminAccess({ scope: 'channels:read', member: false })
  @Described({
    summary: 'List the models of an upstream',
    description: 'Asks the upstream itself. Not all have such a list.',
    answer: UpstreamModelsView,
  })
  async upstreamModels(@IdParam() id: string): Promise<UpstreamModelsView> {
    return this.checks.upstreamModels(id);
  }
}
