import { randomUUID } from 'node:crypto';
import { CONFIG_EXIT_CODE, type Config } from '#config';
import { type LogLevel, type WatchdogLimits, withFollowingDatabase } from '#lifecycle';
import { type Logger } from '#telemetry';
import { CommandFailure } from '../command-failure.js';
import { exitCodes } from '../exit-codes.js';
import { type ChildProgram } from './child-run.js';
import { type DataFolderLock } from './data-folder-lock.js';
import { endOrphans, withRunMark } from './end-orphans.js';
import { SupervisedChild } from './supervised-child.js';
import { type StartDatabase, SupervisedDatabase } from './supervised-database.js';

export interface SupervisorOptions {
  config: Pick<Config, 'dataDir' | 'database'>;
  /** The environment of the children, without the database URL. */
  environment: NodeJS.ProcessEnv;
  programs: readonly ChildProgram[];
  lock: DataFolderLock;
  startDatabase: StartDatabase;
  /** Rejects if there is a problem that a restart does not solve. */
  requireStartable?: () => Promise<void>;
  print: (line: string) => void;
  logger: Logger;
  watchdogLimits?: Partial<WatchdogLimits>;
}

/** Runs the embedded database, if there is one, and the children until a stop is requested. */
export class Supervisor {
  private readonly database: SupervisedDatabase | undefined;
  private readonly children: readonly SupervisedChild[];
  private readonly mark = randomUUID();
  private requestedExitCode: number | undefined;
  private logLevel: LogLevel | undefined;
  private readonly stopRequested: Promise<void>;
  private announceStop: () => void = () => undefined;
  private readonly databaseUrl: Promise<string>;
  private announceDatabase: (url: string) => void = () => undefined;

  constructor(private readonly options: SupervisorOptions) {
    this.stopRequested = new Promise((resolve) => (this.announceStop = resolve));
    this.databaseUrl = new Promise((resolve) => (this.announceDatabase = resolve));
    this.database = options.config.database.kind === 'embedded' ? this.superviseDatabase() : undefined;
    this.children = options.programs.map((program) => this.superviseChild(program));
  }

  /** Resolves to the exit code when all processes have stopped. */
  async run(): Promise<number> {
    await endOrphans(this.options.lock.formerChildren());
    await Promise.race([this.options.requireStartable?.(), this.stopRequested]);
    if (!this.isStopping) this.startChildren((child) => child.requestsDatabaseUrl);
    if (!this.isStopping) await this.startDatabase();
    if (!this.isStopping) this.startChildren(() => true);
    await this.stopRequested;
    const stopResults = await Promise.all(this.children.map((child) => child.stop()));
    await this.database?.stop();
    if (this.requestedExitCode !== exitCodes.success) return this.requestedExitCode ?? exitCodes.failure;
    return stopResults.every((hasEndedInTime) => hasEndedInTime) ? exitCodes.success : exitCodes.failure;
  }

  requestStop(exitCode: number): void {
    if (this.isStopping) return;
    this.requestedExitCode = exitCode;
    this.options.print('Stopping …');
    this.database?.expectStop();
    this.announceStop();
  }

  /** Also applies to children that are started later. */
  setLogLevel(level: LogLevel): void {
    this.logLevel = level;
    for (const child of this.children) child.tellLogLevel(level);
  }

  killChildren(): void {
    for (const child of this.children) child.kill();
  }

  private get isStopping(): boolean {
    return this.requestedExitCode !== undefined;
  }

  /** Has no effect on children that are running. */
  private startChildren(filter: (child: SupervisedChild) => boolean): void {
    for (const child of this.children.filter(filter)) child.start();
  }

  private async startDatabase(): Promise<void> {
    try {
      await this.database?.start();
      if (this.database?.url !== undefined) this.announceDatabase(this.database.url);
    } catch (error) {
      if (this.isStopping) return;
      await Promise.all(this.children.map((child) => child.stop()));
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandFailure(`The embedded database did not start: ${reason}`, exitCodes.failure);
    }
  }

  private superviseDatabase(): SupervisedDatabase {
    const { config, startDatabase, print, logger } = this.options;
    return new SupervisedDatabase({
      dataDir: config.dataDir,
      startDatabase,
      onMoved: () => void Promise.all(this.children.map((child) => child.restart())),
      print,
      logger,
    });
  }

  private superviseChild(program: ChildProgram): SupervisedChild {
    const { environment, print, logger, watchdogLimits } = this.options;
    const marked = withRunMark(environment, this.mark);
    return new SupervisedChild(program, {
      environment: () => this.withLogLevel(this.withDatabase(marked)),
      databaseUrl: this.databaseUrl,
      mark: this.mark,
      onChange: () => this.recordChildren(),
      onConfigFault: () => this.requestStop(CONFIG_EXIT_CODE),
      print,
      logger,
      watchdogLimits,
    });
  }

  private withDatabase(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    if (this.database === undefined) return environment;
    const { url } = this.database;
    return url === undefined ? withFollowingDatabase(environment) : { ...environment, DATABASE_URL: url };
  }

  private withLogLevel(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return this.logLevel === undefined ? environment : { ...environment, MODELGATE_LOG_LEVEL: this.logLevel };
  }

  private recordChildren(): void {
    this.options.lock.recordChildren(this.children.flatMap((child) => child.recorded ?? []));
  }
}
