import { describeChanges } from '#audit';
import { CONFIG, type Config } from '#config';
import { Database } from '#database';
import { Maintenance } from '#jobs';
import {
  type ResolvedSetting,
  SettingRepository,
  type SettingValues,
  resolveSettings,
  type SettingKey,
} from '#settings';
import { type Principal, authorizeChange } from '#rights';
import { Inject, Injectable } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { countDeletions } from './count-deletions.js';
import { DeletionCountsRepository } from './deletion-counts.repository.js';
import { type DeletionsView, type SettingsInput, type SettingsView } from './settings.dto.js';

const SUBJECT = { type: 'settings', id: 'settings' };

interface SettingChange {
  key: SettingKey;
  /** Null restores the default. */
  value: ResolvedSetting['value'] | null;
}

@Injectable()
export class SettingsService {
  private readonly file: Config['file'];

  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
    private readonly deletions: DeletionCountsRepository,
    private readonly maintenance: Maintenance,
    @Inject(CONFIG) { file }: Config,
  ) {
    this.file = file;
  }

  async show(): Promise<SettingsView> {
    return this.view(await this.read(new SettingRepository(this.database)));
  }

  async change(caller: Caller, input: SettingsInput): Promise<SettingsView> {
    const changes = listChanges(input);
    const settings = await this.database.transaction(async (transaction) => {
      const repository = new SettingRepository(transaction);
      await repository.lock();
      const before = await this.read(repository);
      refuseFileSettings(changes, before, this.file?.path);
      await apply(repository, changes, { principal: caller.principal, before });
      const after = await this.read(repository);
      await this.audit.record(transaction, caller, {
        action: 'settings.change',
        subject: SUBJECT,
        changes: describeChanges(indexValues(before), indexValues(after)),
      });
      return after;
    });
    return this.view(settings);
  }

  /** Counts what this change would delete and the current settings would not. */
  async countDeletions(input: SettingsInput, now = new Date()): Promise<DeletionsView> {
    const current = await this.read(new SettingRepository(this.database));
    const before = indexValues(current);
    const after = { ...before, ...indexNewValues(listChanges(input)) };
    const sources = { counts: this.deletions, maintenance: this.maintenance };
    return { data: await countDeletions(sources, { before, after }, now) };
  }

  private async read(repository: SettingRepository): Promise<ResolvedSetting[]> {
    return resolveSettings(this.file, await repository.findAll());
  }

  private view(settings: readonly ResolvedSetting[]): SettingsView {
    return viewSettings(settings, this.file?.path);
  }
}

interface ApplyOptions {
  principal: Principal;
  before: readonly ResolvedSetting[];
}

async function apply(
  repository: SettingRepository,
  changes: readonly SettingChange[],
  { principal, before }: ApplyOptions,
): Promise<void> {
  const values = new Map(before.map(({ key, value }) => [key, value]));
  for (const { key, value } of changes) {
    const change = authorizeChange(principal, {
      kind: 'setting',
      before: { key, value: values.get(key) ?? null },
      after: value === null ? undefined : { key, value },
    });
    await repository.save(change);
  }
}

/** The new values by key. Null is replaced by the default. */
function indexNewValues(changes: readonly SettingChange[]): Partial<SettingValues> {
  const defaults = indexValues(resolveSettings(undefined, []));
  return Object.fromEntries(changes.map(({ key, value }) => [key, value ?? defaults[key]]));
}

function indexValues(settings: readonly ResolvedSetting[]): SettingValues & Record<string, unknown> {
  const values: Record<string, unknown> = Object.fromEntries(settings.map(({ key, value }) => [key, value]));
  return values as SettingValues & Record<string, unknown>;
}

function viewSettings(settings: readonly ResolvedSetting[], path: string | undefined): SettingsView {
  return {
    values: nest(settings),
    defaults: nest(resolveSettings(undefined, [])),
    sources: settings.map(({ key, source, updatedAt }) => ({
      key,
      source,
      editable: source !== 'file',
      updated_at: updatedAt?.toISOString() ?? null,
    })),
    config_file: path ?? null,
  };
}

/** `usage.retention_days` is `retention_days` in `usage`. */
function nest(settings: readonly ResolvedSetting[]): SettingsInput {
  const sections: Record<string, Record<string, unknown>> = {};
  for (const { key, value } of settings) {
    const [section = '', name = ''] = key.split('.');
    sections[section] = { ...sections[section], [name]: value };
  }
  return sections;
}

/** `retention_days` in `usage` is `usage.retention_days`. */
function listChanges(input: SettingsInput): SettingChange[] {
  return Object.entries(input).flatMap(([section, settings]) =>
    Object.entries((settings ?? {}) as Record<string, SettingChange['value'] | undefined>)
      .map(([name, value]) => ({ key: `${section}.${name}` as SettingKey, value }))
      .filter(isGiven),
  );
}

/** Throws for settings of the config file, which have precedence over those of the console. */
function refuseFileSettings(
  changes: readonly SettingChange[],
  settings: readonly ResolvedSetting[],
  path: string | undefined,
): void {
  const inFile = new Set(settings.filter(({ source }) => source === 'file').map(({ key }) => key));
  const refused = changes.find(({ key }) => inFile.has(key));
  if (refused === undefined) return;
  throw new GatewayError(
    'wrong-state',
    `"${refused.key}" is set in the config file (${path ?? ''}) and can only be changed there.`,
    { param: refused.key, code: 'read_only' },
  );
}

function isGiven(change: { key: SettingKey; value: unknown }): change is SettingChange {
  return change.value !== undefined;
}
