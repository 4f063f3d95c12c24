import { Body, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { DeletionsView, SettingsInput, SettingsView } from './settings.dto.js';
import { SettingsService } from './settings.service.js';

@AdminController('/api/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @AdminAccess({ scope: 'settings:read', member: false })
  @Described({ summary: 'Retrieve the settings', response: SettingsView })
  async show(): Promise<SettingsView> {
    return this.settings.show();
  }

  @Patch()
  @AdminAccess({ scope: 'settings:write', member: false })
  @Described({
    summary: 'Change settings',
    description:
      'Changes only the given settings; null restores the default. Takes effect in all processes immediately.',
    response: SettingsView,
  })
  async change(@CurrentCaller() caller: Caller, @Body() input: SettingsInput): Promise<SettingsView> {
    return this.settings.change(caller, input);
  }

  @Post('deletions')
  @HttpCode(200)
  @AdminAccess({ scope: 'settings:read', member: false })
  @Described({
    summary: 'Count the data that a settings change would delete',
    description:
      'Accepts the same body as PATCH /api/settings and changes nothing. Use it before you lower a retention period or a quota: deleted data cannot be restored.',
    response: DeletionsView,
  })
  async countDeletions(@Body() input: SettingsInput): Promise<DeletionsView> {
    return this.settings.countDeletions(input);
  }
}
