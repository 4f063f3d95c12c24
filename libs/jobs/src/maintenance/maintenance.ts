import { Database, type TableRetention, deleteInBatches, getCutoff, hasPeriod, isExpiring } from '#database';
import { type RetentionPeriods } from '#declarations';
import { Injectable } from '@nestjs/common';

/** Runs a maintenance task and returns its results as numbers. Must be idempotent. */
export type MaintenanceTask = (now: Date) => Promise<Readonly<Record<string, number>>>;

/** The maintenance of a library, which runs once per minute in one of the workers. */
export interface LibraryMaintenance {
  /** The retention of its tables. Rows that match an `expired` or `older` condition are deleted. */
  tables?: readonly TableRetention[];
  /** Maintenance that needs more than a condition. */
  tasks?: readonly MaintenanceTask[];
}

export type MaintenanceReport = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** The maintenance of all tables. Libraries register theirs in `onModuleInit` of their module. */
@Injectable()
export class Maintenance {
  private readonly allTables: TableRetention[] = [];
  private readonly tasks: MaintenanceTask[] = [];
  private getPeriods: (() => RetentionPeriods) | undefined;

  constructor(private readonly database: Database) {}

  get tables(): readonly TableRetention[] {
    return this.allTables;
  }

  register({ tables = [], tasks = [] }: LibraryMaintenance): void {
    this.allTables.push(...tables);
    this.tasks.push(...tasks);
  }

  /** The library with the settings calls this once. */
  usePeriods(getPeriods: () => RetentionPeriods): void {
    this.getPeriods = getPeriods;
  }

  /** Runs all tasks even if some fail, then throws the first error. */
  async run(now: Date): Promise<MaintenanceReport> {
    const deleteExpired = async (): Promise<MaintenanceReport> => ({
      expiredRows: await this.deleteExpiredRows(now),
    });
    const report: Record<string, MaintenanceReport[string]> = {};
    const failures: unknown[] = [];
    for (const task of [deleteExpired, ...this.tasks]) {
      await task(now).then(
        (results) => Object.assign(report, results),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
    return report;
  }

  /** Returns the number of deleted rows for each table with a condition. */
  async deleteExpiredRows(now: Date): Promise<Record<string, number>> {
    const deleted: Record<string, number> = {};
    for (const { table, expired } of this.tables.filter(isExpiring)) {
      deleted[table] = await deleteInBatches(this.database, { table, where: expired, parameters: [now] });
    }
    const periods = this.getPeriods?.();
    if (periods === undefined) return deleted;
    for (const retention of this.tables.filter(hasPeriod)) {
      const { table, older, by } = retention;
      if (by !== undefined) continue;
      const parameters = [getCutoff(retention, periods, now)];
      deleted[table] = await deleteInBatches(this.database, { table, where: older, parameters });
    }
    return deleted;
  }
}
