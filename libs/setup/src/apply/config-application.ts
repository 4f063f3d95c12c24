import { type IdentityRules } from '#credentials';
import { type Database, type Transaction, withSetupLock } from '#database';
import { type Principal, authorizeChange } from '#rights';
import { type SecretBox } from '#secrets';
import { type ConfigGeneration, ConfigGenerationRepository, ConfigOverrideRepository } from '#settings';
import { type WriteEntry, authorizeEntries } from './authorize-entries.js';
import { type RefusedDisabling, findRefusedDisabling } from './disable-guard.js';
import { type EntryChange, describePlan } from './entry-changes.js';
import { type DeclaredEntries, type EntryPlan, type ReadDatabase, planEntries } from './plan-entries.js';

/** A config file, and how it is compared with the stored entries. */
export interface CompareRequest {
  entries: DeclaredEntries;
  hash: string;
  /** A file of the API may declare less than a file of this machine. */
  source: ConfigGeneration['source'];
  /** The generation in the file, if any. */
  generation?: number | undefined;
  /** The machine and the path of the file, if it is a file of this machine. */
  place?: string | undefined;
  maxDisablePercent: number;
  /** Whether it may disable more entries than are allowed without confirmation. */
  allowDisable?: boolean;
  /** Whether a file that was already replaced may be applied again. */
  allowOlder?: boolean;
}

/** A config file to apply. */
export interface ApplyRequest extends CompareRequest {
  /** The change of each entry is authorized for this principal. */
  principal: Principal;
  /** The display name of the principal. */
  appliedBy: string;
  /** The last step of the transaction. Not called without changes. */
  onApplied?: (transaction: Transaction, changes: EntryChange[]) => Promise<void>;
}

/** A generated key. It can be shown only now. */
export interface IssuedToken {
  name: string;
  key: string;
}

/** Why a file was not applied. */
export type Refusal =
  | { reason: 'older'; generation: number; current: ConfigGeneration }
  /** The file has the active generation with other content. */
  | { reason: 'conflict'; current: ConfigGeneration }
  | ({ reason: 'disables' } & RefusedDisabling);

export interface Applied {
  /** Set if nothing was changed for this reason, or in a comparison, would be changed. */
  refusal?: Refusal | undefined;
  changes: EntryChange[];
  issued: IssuedToken[];
  /** The active file; undefined if no file was ever applied. */
  current: ConfigGeneration | undefined;
}

/** The plan and the checks of a request, before any change. */
interface CheckedRequest {
  plan: EntryPlan;
  changes: EntryChange[];
  refusal: Refusal | undefined;
  /** The authorized writes. */
  writes: WriteEntry[];
}

/** Makes the stored entries equal to a config file: in one transaction, and by one process at a time. */
export class ConfigApplication {
  private readonly generations: ConfigGenerationRepository;

  constructor(
    private readonly database: Database,
    private readonly secretBox: SecretBox,
    private readonly rules: IdentityRules,
  ) {
    this.generations = new ConfigGenerationRepository(database.manager);
  }

  /**
   * Returns the changes that a file would make. Only reads, without a transaction and without a lock. With a principal,
   * throws if that principal may not make the changes.
   */
  async compare(request: CompareRequest & Partial<Pick<ApplyRequest, 'principal'>>): Promise<Applied> {
    const current = await this.generations.findCurrent();
    const older = await this.findOlder(request, current);
    const plan = await this.plan(this.database.manager, request);
    const { principal } = request;
    if (principal !== undefined) {
      this.authorizeFile({ ...request, principal }, current, plan.declarations);
      await authorizeEntries(principal, plan);
    }
    const changes = await describePlan(plan.entries, this.secretBox);
    const refusal = older ?? this.findDisabling(request, plan, changes);
    return { refusal, changes, issued: [], current };
  }

  async apply(request: ApplyRequest): Promise<Applied> {
    return withSetupLock(this.database, () => this.applyLocked(request));
  }

  /** The same for a caller that holds the setup lock. */
  async applyLocked(request: ApplyRequest): Promise<Applied> {
    const current = await this.generations.findCurrent();
    const older = await this.findOlder(request, current);
    if (request.place !== undefined) await this.generations.recordSeenHash(request.place, request.hash);
    if (older !== undefined && request.source === 'start')
      return { refusal: older, changes: [], issued: [], current };
    const { plan, changes, refusal } = await this.check(this.database.manager, request, { current, older });
    const isDone = plan.entries.length === 0 && plan.declarations.size === 0 && !isNewFile(request, current);
    if (refusal !== undefined || isDone) return { refusal, changes, issued: [], current };
    return this.database.transaction((transaction) =>
      this.applyWithin(transaction, request, { current, older }),
    );
  }

  /** Plans again with the tables locked, and writes that plan. */
  private async applyWithin(
    transaction: Transaction,
    request: ApplyRequest,
    state: { current: ConfigGeneration | undefined; older: Refusal | undefined },
  ): Promise<Applied> {
    const { hash, onApplied } = request;
    await transaction.query('LOCK TABLE tokens, owners, channels, models IN SHARE ROW EXCLUSIVE MODE');
    const { plan, changes, refusal, writes } = await this.check(transaction, request, state);
    if (refusal !== undefined) return { refusal, changes, issued: [], current: state.current };
    const change = this.authorizeFile(request, state.current, plan.declarations);
    for (const write of writes) await write(transaction, this.secretBox);
    await new ConfigOverrideRepository(transaction).updateDeclared(change);
    const generations = new ConfigGenerationRepository(transaction);
    if (isNewFile(request, state.current)) await generations.add(change, request);
    // A start with the active file only restores entries that were changed meanwhile. That is not an event.
    const isEvent = state.current?.hash !== hash || request.source !== 'start';
    if (changes.length > 0 && isEvent) await onApplied?.(transaction, changes);
    const current = await generations.findCurrent();
    return { changes: isEvent ? changes : [], issued: listIssued(plan), current };
  }

  private plan(database: ReadDatabase, { entries, source }: CompareRequest): Promise<EntryPlan> {
    const { secretBox, rules } = this;
    const declaredBy = source === 'api' ? 'api' : 'operator';
    return planEntries(database, entries, { secretBox, declaredBy, rules });
  }

  private authorizeFile(
    { principal, hash, generation }: Pick<ApplyRequest, 'principal' | 'hash' | 'generation'>,
    current: ConfigGeneration | undefined,
    declarations: EntryPlan['declarations'],
  ) {
    const after = { hash, generation, declarations };
    return authorizeChange(principal, { kind: 'config', before: current, after });
  }

  private async check(
    database: ReadDatabase,
    request: ApplyRequest,
    { current, older }: { current: ConfigGeneration | undefined; older: Refusal | undefined },
  ): Promise<CheckedRequest> {
    const plan = await this.plan(database, request);
    const changes = await describePlan(plan.entries, this.secretBox);
    const isRestart = request.source === 'start' && current?.hash === request.hash;
    const refusal = isRestart ? undefined : (older ?? this.findDisabling(request, plan, changes));
    this.authorizeFile(request, current, plan.declarations);
    return { plan, changes, refusal, writes: await authorizeEntries(request.principal, plan) };
  }

  /**
   * A file with a generation is compared only by that. Any other file that was applied and then replaced is older, unless
   * it was edited back, which shows in another hash when its path was last read.
   */
  private async findOlder(
    { hash, place, generation, allowOlder }: CompareRequest,
    current: ConfigGeneration | undefined,
  ): Promise<Refusal | undefined> {
    if (allowOlder === true) return undefined;
    if (current === undefined || current.hash === hash) return undefined;
    if (generation !== undefined) return compareGenerations(generation, current);
    const appliedAs = await this.generations.findByHash(hash);
    if (appliedAs === undefined) return undefined;
    const lastHash = place === undefined ? undefined : await this.generations.findSeenHash(place);
    const wasEdited = lastHash !== undefined && lastHash !== hash;
    return wasEdited ? undefined : { reason: 'older', generation: appliedAs.generation, current };
  }

  private findDisabling(
    { entries, allowDisable, maxDisablePercent: maxPercent }: CompareRequest,
    { declared }: EntryPlan,
    changes: readonly EntryChange[],
  ): Refusal | undefined {
    if (allowDisable === true) return undefined;
    const { channels, models, owners, tokens } = entries;
    const isEmpty = [channels, models, owners, tokens].every(({ length }) => length === 0);
    const disabling = findRefusedDisabling({ declared, changes, isEmpty, maxPercent });
    return disabling && { reason: 'disables', ...disabling };
  }
}

function compareGenerations(generation: number, current: ConfigGeneration): Refusal | undefined {
  if (generation > current.generation) return undefined;
  return generation === current.generation
    ? { reason: 'conflict', current }
    : { reason: 'older', generation, current };
}

/** Whether the file must be recorded as a new generation. */
function isNewFile({ hash, generation = 0 }: CompareRequest, current: ConfigGeneration | undefined): boolean {
  return current?.hash !== hash || generation > current.generation;
}

function listIssued({ entries }: EntryPlan): IssuedToken[] {
  return entries.flatMap((entry) =>
    entry.kind === 'token' && entry.generatedKey !== undefined
      ? [{ name: entry.after.name, key: entry.generatedKey }]
      : [],
  );
}
