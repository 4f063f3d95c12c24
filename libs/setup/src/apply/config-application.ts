import { type IssuedToken } from '#access';
import { type Database, type Transaction, withSetupLock } from '#database';
import { type SecretBox } from '#secrets';
import { type ConfigGeneration, ConfigGenerationRepository } from '#settings';
import { type DeclaredEntries, applyConfigFile } from './apply-config-file.js';
import { type Disabling, findRefusedDisabling } from './disable-guard.js';
import { type EntryChange, changesBetween, takeInventory } from './inventory.js';

/** A file that is to be applied, and what is known of it. */
export interface ApplyRequest {
  entries: DeclaredEntries;
  hash: string;
  /** The generation that the file names. */
  generation?: number | undefined;
  source: ConfigGeneration['source'];
  /** Who, for people. */
  appliedBy: string;
  /** The machine and the path that the file is at, where it is a file of this machine. */
  place?: string | undefined;
  maxDisablePercent: number;
  /** Whether it may disable more than happens by accident. */
  allowDisable?: boolean;
  /** Whether a file that was replaced may count again. */
  allowOlder?: boolean;
  /** Finds out what would happen. */
  dryRun?: boolean;
  /** The last thing in the transaction, where anything was changed. */
  onApplied?: (transaction: Transaction, changes: EntryChange[]) => Promise<void>;
}

/** Why a file was not applied. */
export type Refusal =
  | { reason: 'older'; generation: number; current: ConfigGeneration }
  /** The file names the generation that counts, and declares something else. */
  | { reason: 'conflict'; current: ConfigGeneration }
  | ({ reason: 'disables' } & Disabling);

export interface Applied {
  /** Where nothing was changed because of it; in a dry run, where nothing would be. */
  refusal?: Refusal | undefined;
  changes: EntryChange[];
  issued: IssuedToken[];
  /** What counts now; undefined where no file was ever applied. */
  current: ConfigGeneration | undefined;
}

/** Thrown to undo a transaction that found out only what it would do, or that it must not. */
class Undone extends Error {
  constructor(readonly applied: Applied) {
    super('undone');
  }
}

/** Makes what is stored what a file says: all of it or nothing, and by one process at a time. */
export class ConfigApplication {
  private readonly generations: ConfigGenerationRepository;

  constructor(
    private readonly database: Database,
    private readonly secretBox: SecretBox,
  ) {
    this.generations = new ConfigGenerationRepository(database.manager);
  }

  async apply(request: ApplyRequest): Promise<Applied> {
    return withSetupLock(this.database, () => this.applyLocked(request));
  }

  /** The same for whoever holds the setup lock. */
  async applyLocked(request: ApplyRequest): Promise<Applied> {
    const current = await this.generations.findCurrent();
    const older = request.allowOlder === true ? undefined : await this.findOlder(request, current);
    if (request.dryRun !== true && request.place !== undefined)
      await this.generations.noteSeen(request.place, request.hash);
    // Nobody is interested in what it would do at a start.
    if (older !== undefined && request.source === 'start')
      return { refusal: older, changes: [], issued: [], current };
    try {
      return await this.database.transaction((transaction) =>
        this.applyWithin(transaction, request, { current, older }),
      );
    } catch (error) {
      if (error instanceof Undone) return error.applied;
      throw error;
    }
  }

  private async applyWithin(
    transaction: Transaction,
    request: ApplyRequest,
    { current, older }: { current: ConfigGeneration | undefined; older: Refusal | undefined },
  ): Promise<Applied> {
    const { entries, hash, onApplied } = request;
    const generations = new ConfigGenerationRepository(transaction);
    const isNew = current?.hash !== hash || (request.generation ?? 0) > current.generation;
    // Every start of every process comes here, and mostly nothing is new to it.
    if (request.source === 'start' && current?.hash === hash) {
      if (isNew) await generations.add(request);
      const issued = await applyConfigFile(transaction, entries, this.secretBox);
      return { changes: [], issued, current: await generations.findCurrent() };
    }
    const before = await takeInventory(transaction, this.secretBox);
    const issued = await applyConfigFile(transaction, entries, this.secretBox);
    const changes = changesBetween(before, await takeInventory(transaction, this.secretBox));
    const refusal = older ?? this.findDisabling(request, { before, changes });
    if (request.dryRun === true || refusal !== undefined)
      throw new Undone({ refusal, changes, issued: [], current });
    if (isNew) await generations.add(request);
    if (changes.length > 0) await onApplied?.(transaction, changes);
    return { changes, issued, current: await generations.findCurrent() };
  }

  /**
   * A file that names a generation is compared by that alone. Any other file that was applied before and has been replaced
   * since is older, unless it was edited back: then the file at its place was another one when it was seen last.
   */
  private async findOlder(
    { hash, place, generation }: ApplyRequest,
    current: ConfigGeneration | undefined,
  ): Promise<Refusal | undefined> {
    if (current === undefined || current.hash === hash) return undefined;
    if (generation !== undefined) return compareGenerations(generation, current);
    const appliedAs = await this.generations.findByHash(hash);
    if (appliedAs === undefined) return undefined;
    const seen = place === undefined ? undefined : await this.generations.findSeen(place);
    const wasEdited = seen !== undefined && seen !== hash;
    return wasEdited ? undefined : { reason: 'older', generation: appliedAs.generation, current };
  }

  private findDisabling(
    { entries, allowDisable, maxDisablePercent: maxPercent }: ApplyRequest,
    { before, changes }: Pick<Parameters<typeof findRefusedDisabling>[0], 'before' | 'changes'>,
  ): Refusal | undefined {
    if (allowDisable === true) return undefined;
    const { channels, models, owners, tokens } = entries;
    const isEmpty = [channels, models, owners, tokens].every(({ length }) => length === 0);
    const disabling = findRefusedDisabling({ before, changes, isEmpty, maxPercent });
    return disabling && { reason: 'disables', ...disabling };
  }
}

function compareGenerations(generation: number, current: ConfigGeneration): Refusal | undefined {
  if (generation > current.generation) return undefined;
  return generation === current.generation
    ? { reason: 'conflict', current }
    : { reason: 'older', generation, current };
}
