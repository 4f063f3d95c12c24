import { dirname, resolve } from 'node:path';
import { type AuditActor } from '#audit';
import { CONFIG, type Config, readPublicKey } from '#config';
import { Database } from '#database';
import { PublicFetcher } from '#egress';
import { type PlannedChanges } from '#models';
import { OPERATOR } from '#rights';
import { LOGGER, type Logger } from '#telemetry';
import { Inject, Injectable } from '@nestjs/common';
import { ModelUpdateError } from './model-update-error.js';
import { type ReadSource, isAddress, readSource } from './read-source.js';
import { describeChange, updateModels } from './update-models.js';

const HOUR_MS = 60 * 60 * 1000;
/** How many changes a log line names. */
const MAX_NAMED = 20;

const SCHEDULE: AuditActor = { kind: 'schedule', id: 'model-updates', name: 'schedule of model updates' };

/** The model update that the config file schedules: reads the sources, and applies their changes or only logs them. */
@Injectable()
export class ScheduledModelUpdate {
  /** The last logged result, so that repeated runs do not log it again. */
  private lastLogged: string | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly fetcher: PublicFetcher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Undefined without a schedule. */
  get everyMs(): number | undefined {
    const hours = this.config.file?.modelUpdates?.everyHours;
    return hours === undefined ? undefined : hours * HOUR_MS;
  }

  /** Returns whether the run succeeded. Failures are logged. */
  async run(signal: AbortSignal): Promise<boolean> {
    try {
      const sources = await this.read(signal);
      const isApplied = this.config.file?.modelUpdates?.apply === true;
      const planned = await updateModels(this.database, {
        sources,
        asOf: new Date().toISOString().slice(0, 10),
        // The config file of the operator orders the update.
        appliedBy: isApplied ? { principal: OPERATOR, actor: SCHEDULE } : undefined,
      });
      this.logChanges(planned, { sources, isApplied });
      return true;
    } catch (error) {
      if (!signal.aborted) this.logFailure(error as Error);
      return false;
    }
  }

  private async read(signal: AbortSignal): Promise<ReadSource[]> {
    const { path = '', modelUpdates } = this.config.file ?? {};
    const { from = [], sha256: hashes, publicKey } = modelUpdates ?? {};
    const trust = { hashes, publicKey: publicKey === undefined ? undefined : readPublicKey(publicKey) };
    const sources: ReadSource[] = [];
    for (const source of from) {
      // Paths are relative to the folder of the config file.
      const location = isAddress(source) ? source : resolve(dirname(path), source);
      sources.push(await readSource(location, { fetcher: this.fetcher, trust, signal }));
    }
    return sources;
  }

  private logChanges(
    { changes }: PlannedChanges,
    { sources, isApplied }: { sources: readonly ReadSource[]; isApplied: boolean },
  ): void {
    const result = `${sources.map(({ sha256 }) => sha256).join(' ')} ${changes.length}`;
    if (result === this.lastLogged) return;
    this.lastLogged = result;
    if (changes.length === 0) return;
    const named = changes.slice(0, MAX_NAMED).map(describeChange);
    this.logger.info(
      { models: changes.length, changes: named },
      isApplied ? 'model data updated' : 'newer model data is available; nothing was changed',
    );
  }

  private logFailure(error: Error): void {
    if (error.message === this.lastLogged) return;
    this.lastLogged = error.message;
    const stack = error instanceof ModelUpdateError ? {} : { stack: error.stack };
    this.logger.warn({ reason: error.message, ...stack }, 'model data could not be updated');
  }
}
