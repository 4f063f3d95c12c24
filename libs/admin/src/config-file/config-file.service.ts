import { TokenListRepository, TokenRepository } from '#access';
import { GatewayError } from '#canonical';
import { ChannelListRepository, ChannelRepository, ApprovedChannel, openStoredChannel } from '#catalog';
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
import { readByConfigRulesAsync } from '../input/entry-error.js';
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

/** The maximum number of entries of a request. A file of the operator is only limited by its size. */
const MAX_ENTRIES = 10_000;

/** The same as the maximum body size of the routes for single entries. */
const MAX_ENTRY_BYTES = 2 ** 20;

/** Compares, applies and exports config files, and clears overrides. */
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
    return this.viewDiff(await readByConfigRulesAsync(() => this.application.compare(request)));
  }

  async apply(caller: Caller, input: ConfigApplyInput): Promise<ConfigAppliedView> {
    const { dry_run: dryRun, allow_disable: allowDisable, allow_older: allowOlder } = input;
    const { principal } = caller;
    const request = { ...(await this.toRequest(caller, input)), principal, allowDisable, allowOlder };
    const applied = await readByConfigRulesAsync(() =>
      dryRun
        ? this.application.compare(request)
        : this.application.apply({
            ...request,
            appliedBy: describeCaller(caller),
            onApplied: (transaction, changes) => this.record(transaction, caller, changes),
          }),
    );
    if (!dryRun) requireNoRefusal(applied);
    return { ...(await this.viewDiff(applied)), dry_run: dryRun, issued_tokens: applied.issued };
  }

  async export(caller: Caller, { all, secrets }: ConfigExportQuery): Promise<ConfigExportView> {
    if (secrets && caller.principal.kind !== 'operator') {
      throw new GatewayError(
        'forbidden',
        'Secrets can only be exported by the command line on the database host.',
        {
          param: 'secrets',
        },
      );
    }
    const exported = await exportEntries(this.database, this.secretBox, {
      isWhole: all,
      settings: all ? undefined : this.config.file,
    });
    const variables = Object.keys(exported.secrets);
    return { additions: exported.additions, variables, ...(secrets ? { secrets: exported.secrets } : {}) };
  }

  /** Restores the value of the config file. */
  async clearOverride(caller: Caller, id: string): Promise<ConfigStateView> {
    const { overrides: listed } = await this.show();
    const name = listed.find((override) => override.id === id)?.name;
    await withSetupLock(this.database, () =>
      this.database.transaction(async (transaction) => {
        const overrides = new ConfigOverrideRepository(transaction);
        const override = (await overrides.findByIds([id])).get(id);
        if (override === undefined) throw notFound('override');
        const { kind, enabled, declared } = override;
        await this.restoreDeclared(transaction, caller, override);
        await this.audit.record(transaction, caller, {
          action: 'config.clear-override',
          subject: { type: kind, id, name: name ?? id },
          changes: { enabled: { from: enabled, to: declared } },
        });
      }),
    );
    return this.show();
  }

  private async restoreDeclared(
    transaction: Transaction,
    { principal }: Caller,
    { entryId: id, kind, declared: enabled }: ConfigOverride,
  ): Promise<void> {
    const overrides = new ConfigOverrideRepository(transaction);
    if (kind === 'channel') {
      const entity = await this.channels.lock(transaction, id);
      if (entity === null) throw notFound('channel');
      const before = openStoredChannel(entity, this.secretBox);
      const after = ApprovedChannel.switch(before, enabled);
      const change = authorizeChange(principal, { kind, before, after });
      await overrides.remove(change);
      await new ChannelRepository(transaction, this.secretBox).update(change);
      return;
    }
    const before = await new TokenListRepository(this.database).lock(transaction, id, undefined);
    if (before === null) throw notFound('token');
    const change = authorizeChange(principal, { kind, before, after: { ...before, enabled } });
    await overrides.remove(change);
    await new TokenRepository(transaction).update(change);
  }

  private async toRequest(caller: Caller, { config, place }: ConfigDiffInput): Promise<CompareRequest> {
    const isOperator = caller.principal.kind === 'operator';
    if (!isOperator) refuseManyEntries(config);
    const { settings, hash } = await readByConfigRulesAsync(() =>
      readConfigEntries(config, listKnownProviders(), MAX_ENTRY_BYTES),
    );
    return {
      entries: settings,
      hash,
      source: isOperator ? 'command' : 'api',
      generation: settings.generation,
      // A remote caller cannot know the path of a file on this machine.
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

/** Checked before the entries are parsed. */
function refuseManyEntries(config: object): void {
  const count = Object.values(config).reduce<number>(
    (sum, section) => sum + (Array.isArray(section) ? section.length : 0),
    0,
  );
  if (count <= MAX_ENTRIES) return;
  throw new GatewayError(
    'body-too-large',
    `"config" has ${count} entries; the maximum is ${MAX_ENTRIES}. For more, run "modelgate config apply" on the database host.`,
    { param: 'config', code: 'too_many_entries' },
  );
}

function requireNoRefusal({ refusal }: Applied): void {
  if (refusal === undefined) return;
  const param = refusal.reason === 'disables' ? 'allow_disable' : 'allow_older';
  const code = `config_${refusal.reason}`;
  throw new GatewayError('wrong-state', `The file ${describeRefusal(refusal)}.`, { param, code });
}
