import { TokenListRepository, TokenRepository } from '#access';
import { GatewayError } from '#canonical';
import { ChannelListRepository, ChannelRepository, JudgedChannel, openStoredChannel } from '#catalog';
import { CONFIG, type Config, readConfigEntries } from '#config';
import { IdentityRules } from '#credentials';
import { Database, type Transaction, withSetupLock } from '#database';
import { listKnownProviders } from '#providers';
import { authorizeChange } from '#rights';
import { SecretBox } from '#secrets';
import {
  type ConfigGeneration,
  ConfigGenerationRepository,
  type ConfigOverride,
  ConfigOverrideRepository,
} from '#settings';
import {
  type Applied,
  type CompareRequest,
  ConfigApplication,
  type EntryChange,
  describeApply,
  describeRefusal,
  exportEntries,
} from '#setup';
import { Inject, Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { readByConfigRulesLater } from '../input/entry-error.js';
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

/** How many entries a request may have. The operator's file is bounded by its size alone. */
const MAX_ENTRIES = 10_000;

/** As much as the routes of single entries take. */
const MAX_ENTRY_BYTES = 2 ** 20;

/** What a config file has declared, and what another would change. */
@Injectable()
export class ConfigFileService {
  private readonly application: ConfigApplication;
  private readonly generations: ConfigGenerationRepository;
  private readonly overrides: ConfigOverrideRepository;
  private readonly channels: ChannelListRepository;

  constructor(
    private readonly database: Database,
    private readonly secretBox: SecretBox,
    private readonly audit: AuditTrail,
    rules: IdentityRules,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.application = new ConfigApplication(database, secretBox, rules);
    this.generations = new ConfigGenerationRepository(database.manager);
    this.overrides = new ConfigOverrideRepository(database.manager);
    this.channels = new ChannelListRepository(database);
  }

  async show(): Promise<ConfigStateView> {
    return this.viewState(await this.generations.findCurrent());
  }

  async diff(caller: Caller, input: ConfigDiffInput): Promise<ConfigDiffView> {
    const request = await this.toRequest(caller, input);
    return this.viewDiff(await readByConfigRulesLater(() => this.application.compare(request)));
  }

  async apply(caller: Caller, input: ConfigApplyInput): Promise<ConfigAppliedView> {
    const { dry_run: dryRun, allow_disable: allowDisable, allow_older: allowOlder } = input;
    const { principal } = caller;
    const request = { ...(await this.toRequest(caller, input)), principal, allowDisable, allowOlder };
    const applied = await readByConfigRulesLater(() =>
      dryRun
        ? this.application.compare(request)
        : this.application.apply({
            ...request,
            appliedBy: describeCaller(caller),
            onApplied: (transaction, changes) => this.record(transaction, caller, changes),
          }),
    );
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
        await this.switchBack(transaction, caller, override);
        await this.audit.record(transaction, caller, {
          action: 'config.clear-override',
          subject: { type: kind, id, name: name ?? id },
          changes: { enabled: { from: enabled, to: declared } },
        });
      }),
    );
    return this.show();
  }

  private async switchBack(
    transaction: Transaction,
    { principal }: Caller,
    { entryId: id, kind, declared: enabled }: ConfigOverride,
  ): Promise<void> {
    const overrides = new ConfigOverrideRepository(transaction);
    if (kind === 'channel') {
      const entity = await this.channels.lock(transaction, id);
      if (entity === null) throw notFound('channel');
      const before = openStoredChannel(entity, this.secretBox);
      const after = JudgedChannel.switch(before, enabled);
      const change = authorizeChange(principal, { kind, before, after });
      await overrides.remove(change, id);
      await new ChannelRepository(transaction, this.secretBox).update(change);
      return;
    }
    const before = await new TokenListRepository(this.database).lock(transaction, id, undefined);
    if (before === null) throw notFound('token');
    const change = authorizeChange(principal, { kind, before, after: { ...before, enabled } });
    await overrides.remove(change, id);
    await new TokenRepository(transaction).update(change);
  }

  private async toRequest(caller: Caller, { config, place }: ConfigDiffInput): Promise<CompareRequest> {
    const isOperator = caller.principal.kind === 'operator';
    if (!isOperator) refuseManyEntries(config);
    const { settings, hash } = await readByConfigRulesLater(() =>
      readConfigEntries(config, listKnownProviders(), MAX_ENTRY_BYTES),
    );
    return {
      entries: settings,
      hash,
      source: isOperator ? 'command' : 'api',
      generation: settings.generation,
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

/** Before anything else is done with them. */
function refuseManyEntries(config: object): void {
  const count = Object.values(config).reduce<number>(
    (sum, section) => sum + (Array.isArray(section) ? section.length : 0),
    0,
  );
  if (count <= MAX_ENTRIES) return;
  throw new GatewayError(
    'body-too-large',
    `"config" has ${count} entries; at most ${MAX_ENTRIES} are taken here. Run "modelgate config apply" on the machine of the database for more.`,
    { param: 'config', code: 'too_many_entries' },
  );
}

function refuse({ refusal }: Applied): void {
  if (refusal === undefined) return;
  const param = refusal.reason === 'disables' ? 'allow_disable' : 'allow_older';
  const code = `config_${refusal.reason}`;
  throw new GatewayError('wrong-state', `The file ${describeRefusal(refusal)}.`, { param, code });
}
