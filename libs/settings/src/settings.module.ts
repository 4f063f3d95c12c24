import { DatabaseModule, TableChanges } from '#database';
import { JobsModule, Maintenance } from '#jobs';
import { Module, type OnModuleInit } from '@nestjs/common';
import { LiveSettings } from './live-settings.js';
import { SettingRepository } from './setting.repository.js';
import { SETTINGS_TABLES } from './table-retention.js';

@Module({
  imports: [DatabaseModule, JobsModule],
  providers: [SettingRepository, LiveSettings],
  exports: [LiveSettings],
})
export class SettingsModule implements OnModuleInit {
  constructor(
    private readonly changes: TableChanges,
    private readonly settings: LiveSettings,
    private readonly maintenance: Maintenance,
  ) {}

  onModuleInit(): void {
    this.maintenance.register({ tables: SETTINGS_TABLES });
    this.maintenance.usePeriods(() => this.settings.current);
    const reload = (): Promise<void> => this.settings.reload();
    this.changes.follow({ onChange: { settings: reload }, reload });
  }
}
