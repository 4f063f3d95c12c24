import { ChannelListRepository } from '#catalog';
import { TokenRepository } from '#access';
import { GatewayError } from '#canonical';
import { CONFIG, type Config, readConfigEntries } from '#config';
import { Database, type Transaction, withSetupLock } from '#database';
import { listKnownProviders } from '#providers';
import { SecretBox } from '#secrets';
import { type ConfigGeneration, ConfigGenerationRepository, ConfigOverrideRepository } from '#settings';
import {
  type Applied,
  type ApplyRequest,
  ConfigApplication,
  type EntryChange,
  describeApply,
  describeRefusal,
  exportEntries,
} from '#setup';
import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { readByConfigRules } from '../input/entry-error.js';
import { notFound } from '../input/id-param.js';
import {
  type ConfigAppliedView,
  type ConfigApplyInput,
  type ConfigDiffInput,
  type ConfigDiffView,
  type ConfigExportQuery,
  type ConfigExportView,
  type ConfigGenerationView,
  type ConfigStateView,
  type ListedOverrideView,
} from './config-file.dto.js';
import { describeCaller, viewOverride } from './entry-override.js';

/** What a config file has declared, and what another would change. */
@Injectable()
export class ConfigFileService {
  private readonly application: ConfigApplication;
  private readonly generations: ConfigGenerationRepository;
  private readonly overrides: ConfigOverrideRepository;

  constructor(
    private readonly database: Database,
    private readonly secretBox: SecretBox,
    private readonly channels: ChannelListRepository,
    private readonly audit: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.application = new ConfigApplication(database, secretBox);
    this.generations = new ConfigGenerationRepository(database.manager);
    this.overrides = new ConfigOverrideRepository(database.manager);
  }

  async show(): Promise<ConfigStateView> {
    return this.viewState(await this.generations.findCurrent());
  }

  async diff(caller: Caller, input: ConfigDiffInput): Promise<ConfigDiffView> {
    return this.viewDiff(await this.application.apply({ ...this.toRequest(caller, input), dryRun: true }));
  }

  async apply(caller: Caller, input: ConfigApplyInput): Promise<ConfigAppliedView> {
    const { dry_run: dryRun, allow_disable: allowDisable, allow_older: allowOlder } = input;
    const request = { ...this.toRequest(caller, input), dryRun, allowDisable, allowOlder };
    const applied = await this.application.apply({
      ...request,
      onApplied: (transaction, changes) => this.record(transaction, caller, changes),
    });
    if (!dryRun) refuse(applied);
    return { ...(await this.viewDiff(applied)), dry_run: dryRun, issued_tokens: applied.issued };
  }

  async export(caller: Caller, { all, secrets }: ConfigExportQuery): Promise<ConfigExportView> {
    if (secrets && caller.principal.kind !== 'operator') {
      throw new GatewayError('forbidden', 'Secrets are exported by a command beside the database only.', {
        param: 'secrets',
      });
    }
    const exported = await exportEntries(this.database, this.secretBox, {
      isWhole: all,
      settings: all ? undefined : this.config.file,
    });
    const variables = Object.keys(exported.secrets);
    return { additions: exported.additions, variables, ...(secrets ? { secrets: exported.secrets } : {}) };
  }

  /** What the file says counts again. */
  async clearOverride(caller: Caller, id: string): Promise<ConfigStateView> {
    const { overrides: listed } = await this.show();
    const name = listed.find((override) => override.id === id)?.name;
    await withSetupLock(this.database, () =>
      this.database.transaction(async (transaction) => {
        const overrides = new ConfigOverrideRepository(transaction);
        const override = (await overrides.findByIds([id])).get(id);
        if (override === undefined) throw notFound('override');
        const { kind, enabled, declared } = override;
        await overrides.remove(id);
        if (kind === 'channel') await this.channels.update(transaction, id, { enabled: declared });
        else await new TokenRepository(transaction).update(id, { enabled: declared });
        await this.audit.record(transaction, caller, {
          action: 'config.clear-override',
          subject: { type: kind, id, name: name ?? id },
          changes: { enabled: { from: enabled, to: declared } },
        });
      }),
    );
    return this.show();
  }

  private toRequest(caller: Caller, { config, place }: ConfigDiffInput): ApplyRequest {
    const isOperator = caller.principal.kind === 'operator';
    const { settings, hash } = readByConfigRules(() => readConfigEntries(config, listKnownProviders()));
    return {
      entries: settings,
      hash,
      generation: settings.generation,
      source: isOperator ? 'command' : 'api',
      appliedBy: describeCaller(caller),
      // Whoever is somewhere else cannot say where a file of this machine was seen.
      place: isOperator ? place : undefined,
      maxDisablePercent: this.config.maxDisablePercent,
    };
  }

  private async viewDiff(applied: Applied): Promise<ConfigDiffView> {
    const { refusal, changes, current } = applied;
    return {
      ...(await this.viewState(current)),
      refusal: refusal === undefined ? null : viewRefusal(refusal),
      changes,
    };
  }

  private async viewState(current: ConfigGeneration | undefined): Promise<ConfigStateView> {
    return {
      current: current === undefined ? null : viewGeneration(current),
      overrides: await this.listOverrides(await this.overrides.findAll()),
    };
  }

  private async listOverrides(
    overrides: Awaited<ReturnType<ConfigOverrideRepository['findAll']>>,
  ): Promise<ListedOverrideView[]> {
    const ids = overrides.map(({ entryId }) => entryId);
    const names = new Map([
      ...(await this.channels.findNames(ids)),
      ...(await new TokenRepository(this.database).findNames(ids)),
    ]);
    return overrides.flatMap((override) => {
      const view = viewOverride(override);
      const { entryId: id, kind } = override;
      return view === null ? [] : [{ ...view, id, kind, name: names.get(id) ?? id }];
    });
  }

  private async record(transaction: Transaction, caller: Caller, changes: EntryChange[]): Promise<void> {
    await this.audit.record(transaction, caller, describeApply(changes));
  }
}

function viewGeneration({
  generation,
  hash,
  source,
  appliedBy,
  appliedAt,
}: ConfigGeneration): ConfigGenerationView {
  return { generation, hash, source, applied_by: appliedBy, applied_at: appliedAt.toISOString() };
}

function viewRefusal(refusal: NonNullable<Applied['refusal']>): NonNullable<ConfigDiffView['refusal']> {
  return {
    reason: refusal.reason,
    message: `The file ${describeRefusal(refusal)}.`,
    disabled: refusal.reason === 'disables' ? refusal.names : [],
  };
}

function refuse({ refusal }: Applied): void {
  if (refusal === undefined) return;
  const param = refusal.reason === 'disables' ? 'allow_disable' : 'allow_older';
  const code = `config_${refusal.reason}`;
  throw new GatewayError('wrong-state', `The file ${describeRefusal(refusal)}.`, { param, code });
}
