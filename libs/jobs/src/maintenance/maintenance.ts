import { Database, type TableRetention, deleteInBatches, isExpiring } from '#database';
import { Injectable } from '@nestjs/common';

/** Does what is to be done now, and answers in numbers what that was. May be run at any time, and twice. */
export type MaintenanceTask = (now: Date) => Promise<Readonly<Record<string, number>>>;

/** What a library wants to have done, once a minute, in one worker of all. */
export interface LibraryMaintenance {
  /** How long the rows of its tables stay. Those whose condition says that they have expired are deleted. */
  tables?: readonly TableRetention[];
  /** What takes more than a condition. */
  tasks?: readonly MaintenanceTask[];
}

export type MaintenanceReport = Readonly<Record<string, number | Readonly<Record<string, number>>>>;

/** What keeps the tables small and true. Libraries say in `onModuleInit` of their module what theirs need. */
@Injectable()
export class Maintenance {
  private readonly allTables: TableRetention[] = [];
  private readonly tasks: MaintenanceTask[] = [];

  constructor(private readonly database: Database) {}

  get tables(): readonly TableRetention[] {
    return this.allTables;
  }

  register({ tables = [], tasks = [] }: LibraryMaintenance): void {
    this.allTables.push(...tables);
    this.tasks.push(...tasks);
  }

  /** A task that fails does not keep the others from theirs. */
  async run(now: Date): Promise<MaintenanceReport> {
    const deleting = async (): Promise<MaintenanceReport> => ({
      expiredRows: await this.deleteExpiredRows(now),
    });
    const report: Record<string, MaintenanceReport[string]> = {};
    const failures: unknown[] = [];
    for (const task of [deleting, ...this.tasks]) {
      await task(now).then(
        (done) => Object.assign(report, done),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
    return report;
  }

  /** Answers how many went of each table for which a condition says what has expired. */
  async deleteExpiredRows(now: Date): Promise<Record<string, number>> {
    const deleted: Record<string, number> = {};
    for (const { table, expired } of this.tables.filter(isExpiring)) {
      deleted[table] = await deleteInBatches(this.database, { table, where: expired, parameters: [now] });
    }
    return deleted;
  }
}
