import { type IdentityRules } from '#credentials';
import { type Database, type Transaction, withSetupLock } from '#database';
import { type Principal, authorizeChange } from '#rights';
import { type SecretBox } from '#secrets';
import { type ConfigGeneration, ConfigGenerationRepository, ConfigOverrideRepository } from '#settings';
import { type WriteEntry, authorizeEntries } from './authorize-entries.js';
import { type Disabling, findRefusedDisabling } from './disable-guard.js';
import { type EntryChange, describePlan } from './entry-changes.js';
import { type DeclaredEntries, type EntryPlan, type ReadDatabase, planEntries } from './plan-entries.js';

/** A file, and how it is to be compared with what is stored. */
export interface CompareRequest {
  entries: DeclaredEntries;
  hash: string;
  /** A file that comes by the API may declare less than one of this machine. */
  source: ConfigGeneration['source'];
  /** The generation that the file names. */
  generation?: number | undefined;
  /** The machine and the path that the file is at, where it is a file of this machine. */
  place?: string | undefined;
  maxDisablePercent: number;
  /** Whether it may disable more than happens by accident. */
  allowDisable?: boolean;
  /** Whether a file that was replaced may count again. */
  allowOlder?: boolean;
}

/** A file that is to be applied. */
export interface ApplyRequest extends CompareRequest {
  /** Each entry is held to what this principal may change. */
  principal: Principal;
  /** The principal, for people. */
  appliedBy: string;
  /** The last step of the transaction, where anything was changed. */
  onApplied?: (transaction: Transaction, changes: EntryChange[]) => Promise<void>;
}

/** A key that was generated, and is shown only now. */
export interface IssuedToken {
  name: string;
  key: string;
}

/** Why a file was not applied. */
export type Refusal =
  | { reason: 'older'; generation: number; current: ConfigGeneration }
  /** The file names the generation that counts, and declares something else. */
  | { reason: 'conflict'; current: ConfigGeneration }
  | ({ reason: 'disables' } & Disabling);

export interface Applied {
  /** Where nothing was changed because of it; in a comparison, where nothing would be. */
  refusal?: Refusal | undefined;
  changes: EntryChange[];
  issued: IssuedToken[];
  /** What counts now; undefined where no file was ever applied. */
  current: ConfigGeneration | undefined;
}

/** What is known of a request before it changes anything. */
interface Judged {
  plan: EntryPlan;
  changes: EntryChange[];
  refusal: Refusal | undefined;
  /** Those that the principal may make. */
  writes: WriteEntry[];
}

/** Makes what is stored what a file says: all of it or nothing, and by one process at a time. */
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
   * What a file would change. Reads alone: without a transaction and without a lock. With a principal, throws where that
   * one may not make the changes.
   */
  async compare(request: CompareRequest & Partial<Pick<ApplyRequest, 'principal'>>): Promise<Applied> {
    const current = await this.generations.findCurrent();
    const older = await this.findOlder(request, current);
    const plan = await this.plan(this.database.manager, request);
    const { principal } = request;
    if (principal !== undefined) {
      this.authorizeFile({ ...request, principal }, current);
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
    if (request.place !== undefined) await this.generations.noteSeen(request.place, request.hash);
    if (older !== undefined && request.source === 'start')
      return { refusal: older, changes: [], issued: [], current };
    const { plan, changes, refusal } = await this.judge(this.database.manager, request, { current, older });
    const isDone = plan.entries.length === 0 && plan.declarations.size === 0 && !isNewFile(request, current);
    if (refusal !== undefined || isDone) return { refusal, changes, issued: [], current };
    return this.database.transaction((transaction) =>
      this.applyWithin(transaction, request, { current, older }),
    );
  }

  /** Plans once more, now that no other transaction can change an entry, and writes what that plan says. */
  private async applyWithin(
    transaction: Transaction,
    request: ApplyRequest,
    known: { current: ConfigGeneration | undefined; older: Refusal | undefined },
  ): Promise<Applied> {
    const { hash, onApplied } = request;
    await transaction.query('LOCK TABLE tokens, owners, channels, models IN SHARE ROW EXCLUSIVE MODE');
    const { plan, changes, refusal, writes } = await this.judge(transaction, request, known);
    if (refusal !== undefined) return { refusal, changes, issued: [], current: known.current };
    const change = this.authorizeFile(request, known.current);
    for (const write of writes) await write(transaction, this.secretBox);
    const overrides = new ConfigOverrideRepository(transaction);
    for (const [id, declared] of plan.declarations) await overrides.declare(change, id, declared);
    const generations = new ConfigGenerationRepository(transaction);
    if (isNewFile(request, known.current)) await generations.add(change, request);
    // A start with the file that counts already brings back what has changed meanwhile, and is not an event.
    const isEvent = known.current?.hash !== hash || request.source !== 'start';
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
  ) {
    return authorizeChange(principal, { kind: 'config', before: current, after: { hash, generation } });
  }

  private async judge(
    database: ReadDatabase,
    request: ApplyRequest,
    { current, older }: { current: ConfigGeneration | undefined; older: Refusal | undefined },
  ): Promise<Judged> {
    const plan = await this.plan(database, request);
    const changes = await describePlan(plan.entries, this.secretBox);
    const isKnown = request.source === 'start' && current?.hash === request.hash;
    const refusal = isKnown ? undefined : (older ?? this.findDisabling(request, plan, changes));
    this.authorizeFile(request, current);
    return { plan, changes, refusal, writes: await authorizeEntries(request.principal, plan) };
  }

  /**
   * A file that names a generation is compared by that alone. Any other file that was applied before and has been replaced
   * since is older, unless it was edited back: then the file at its place was another one when it was seen last.
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
    const seen = place === undefined ? undefined : await this.generations.findSeen(place);
    const wasEdited = seen !== undefined && seen !== hash;
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

/** Whether a file is to be noted as another one. */
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
