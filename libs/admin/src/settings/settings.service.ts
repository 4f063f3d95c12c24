import { describeChanges } from '#audit';
import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { type ResolvedSetting, SettingRepository, resolveSettings } from '#settings';
import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { type SettingChange, changesIn, refuseFileSettings } from './setting-changes.js';
import { viewSettings } from './settings-view.js';
import { type SettingsInput, type SettingsView } from './settings.dto.js';

const SUBJECT = { type: 'settings', id: 'settings' };

@Injectable()
export class SettingsService {
  private readonly file: Config['file'];

  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
    @Inject(CONFIG) { file }: Config,
  ) {
    this.file = file;
  }

  async show(): Promise<SettingsView> {
    return this.view(await this.read(new SettingRepository(this.database)));
  }

  async change(caller: Caller, input: SettingsInput): Promise<SettingsView> {
    const changes = changesIn(input);
    const settings = await this.database.transaction(async (transaction) => {
      const repository = new SettingRepository(transaction);
      await repository.lock();
      const before = await this.read(repository);
      refuseFileSettings(changes, before, this.file?.path);
      await apply(repository, changes);
      const after = await this.read(repository);
      await this.audit.record(transaction, caller, {
        action: 'settings.change',
        subject: SUBJECT,
        changes: describeChanges(valuesByKey(before), valuesByKey(after)),
      });
      return after;
    });
    return this.view(settings);
  }

  private async read(repository: SettingRepository): Promise<ResolvedSetting[]> {
    return resolveSettings(this.file, await repository.findAll());
  }

  private view(settings: readonly ResolvedSetting[]): SettingsView {
    return viewSettings(settings, this.file?.path);
  }
}

async function apply(repository: SettingRepository, changes: readonly SettingChange[]): Promise<void> {
  for (const { key, value } of changes) {
    if (value === null) await repository.remove(key);
    else await repository.put(key, value);
  }
}

function valuesByKey(settings: readonly ResolvedSetting[]): Record<string, unknown> {
  return Object.fromEntries(settings.map(({ key, value }) => [key, value]));
}
