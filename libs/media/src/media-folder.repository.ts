import { type DataSource } from 'typeorm';

/** A process that was not seen for longer does not use its folder any more. Processes report once a minute. */
const RECENT = `interval '150 seconds'`;

export interface SeenFolder {
  id: string;
  /** The machine of a process that uses it. */
  host: string;
}

/** The folders that the processes of this gateway use. */
export class MediaFolderRepository {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  async note({ id, host }: SeenFolder): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO media_folders (id, host, seen_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET host = excluded.host, seen_at = excluded.seen_at`,
      [id, host],
    );
  }

  async findRecent(): Promise<SeenFolder[]> {
    return this.dataSource.query<SeenFolder[]>(
      `SELECT id, host FROM media_folders WHERE seen_at > clock_timestamp() - ${RECENT} ORDER BY host`,
    );
  }
}
