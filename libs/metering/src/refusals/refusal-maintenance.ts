import { deleteInBatches } from '#database';
import { type DataSource } from 'typeorm';

/** Deletes refused requests and counts after the retention period of requests. */
export class RefusalMaintenance {
  constructor(private readonly dataSource: DataSource) {}

  async dropBefore(cutoff: Date): Promise<number> {
    const parameters = [cutoff];
    const rows = await deleteInBatches(this.dataSource, {
      table: 'refused_requests',
      where: 'started_at < $1',
      parameters,
    });
    await deleteInBatches(this.dataSource, { table: 'refusal_counts', where: 'hour < $1', parameters });
    return rows;
  }
}
