import { dirname, resolve } from 'node:path';
import { type AuditActor } from '#audit';
import { CONFIG, type Config, readPublicKey } from '#config';
import { Database } from '#database';
import { PublicFetcher } from '#egress';
import { type PlannedChanges } from '#models';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { ModelUpdateError } from './model-update-error.js';
import { type ReadSource, isAddress, readSource } from './read-source.js';
import { describeChange, updateModels } from './update-models.js';

const HOUR_MS = 60 * 60 * 1000;
/** A line of the log names as many changes. */
const MAX_NAMED = 20;

const SCHEDULE: AuditActor = { kind: 'schedule', id: 'model-updates', name: 'schedule of model updates' };

/** What the config file orders to be done again and again: read the sources, and apply what they say, or only tell. */
@Injectable()
export class ScheduledModelUpdate {
  /** What was told last: the same is not told again at every try. */
  private lastTold: string | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly fetcher: PublicFetcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined where nothing was ordered. */
  get everyMs(): number | undefined {
    const hours = this.config.file?.modelUpdates?.everyHours;
    return hours === undefined ? undefined : hours * HOUR_MS;
  }

  /** Whether it was done. Why not is in the log. */
  async run(signal: AbortSignal): Promise<boolean> {
    try {
      const sources = await this.read(signal);
      const isApplied = this.config.file?.modelUpdates?.apply === true;
      const planned = await updateModels(this.database, {
        sources,
        asOf: new Date().toISOString().slice(0, 10),
        appliedBy: isApplied ? SCHEDULE : undefined,
      });
      this.tell(planned, { sources, isApplied });
      return true;
    } catch (error) {
      if (!signal.aborted) this.tellFailure(error as Error);
      return false;
    }
  }

  private async read(signal: AbortSignal): Promise<ReadSource[]> {
    const { path = '', modelUpdates } = this.config.file ?? {};
    const { from = [], sha256: hashes, publicKey } = modelUpdates ?? {};
    const trust = { hashes, publicKey: publicKey === undefined ? undefined : readPublicKey(publicKey) };
    const sources: ReadSource[] = [];
    for (const source of from) {
      // A path is meant from where the config file is.
      const place = isAddress(source) ? source : resolve(dirname(path), source);
      sources.push(await readSource(place, { fetcher: this.fetcher, trust, signal }));
    }
    return sources;
  }

  private tell(
    { changes }: PlannedChanges,
    { sources, isApplied }: { sources: readonly ReadSource[]; isApplied: boolean },
  ): void {
    const told = `${sources.map(({ sha256 }) => sha256).join(' ')} ${changes.length}`;
    if (told === this.lastTold) return;
    this.lastTold = told;
    if (changes.length === 0) return;
    const named = changes.slice(0, MAX_NAMED).map(describeChange);
    this.logger.info(
      { models: changes.length, changes: named },
      isApplied
        ? 'what is known of models was brought up to date'
        : 'newer data would change what is known of models; nothing was changed',
    );
  }

  private tellFailure(error: Error): void {
    if (error.message === this.lastTold) return;
    this.lastTold = error.message;
    const stack = error instanceof ModelUpdateError ? {} : { stack: error.stack };
    this.logger.warn(
      { reason: error.message, ...stack },
      'what is known of models was not brought up to date',
    );
  }
}
