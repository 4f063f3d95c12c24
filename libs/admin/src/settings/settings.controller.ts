import { Body, Get, Patch } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { SettingsInput, SettingsView } from './settings.dto.js';
import { SettingsService } from './settings.service.js';

@AdminController('/api/settings')
export class SettingsController {
  constructor(private readonly settings: SettingsService) {}

  @Get()
  @AdminAccess({ scope: 'settings:read', member: false })
  @Described({ summary: 'Show the settings', answer: SettingsView })
  async show(): Promise<SettingsView> {
    return this.settings.show();
  }

  @Patch()
  @AdminAccess({ scope: 'settings:write', member: false })
  @Described({
    summary: 'Change settings',
    description: 'Only what is given changes; null brings back what is usual. It counts at once, everywhere.',
    answer: SettingsView,
  })
  async change(@Asking() caller: Caller, @Body() input: SettingsInput): Promise<SettingsView> {
    return this.settings.change(caller, input);
  }
}
