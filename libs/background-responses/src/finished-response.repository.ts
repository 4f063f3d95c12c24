import { type DataSource } from 'typeorm';

/** How long the events of a finished response can be asked for. The response itself is stored elsewhere. */
const KEPT_HOURS = 24;

/** Removes what is over, or was to be over long ago. It needs no key: what goes is not read. */
export class FinishedResponseRepository {
  constructor(private readonly dataSource: DataSource) {}

  async delete(now: Date): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM background_responses
       WHERE CASE WHEN status IN ('queued', 'in_progress') THEN deadline_at ELSE updated_at END
         <= $1::timestamptz - $2 * interval '1 hour'`,
      [now, KEPT_HOURS],
    );
    return count;
  }
}
