import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource } from 'typeorm';

/** A machine that was not seen for longer has stopped, or has no connection to the database. */
const RECENT = `interval '10 minutes'`;

export interface AnnouncedSpool {
  /** The id of the data folder. */
  id: string;
  host: string;
}

/** Announcements of data folders that contain responses which are not in the database yet. */
@Injectable()
export class SpoolAnnouncementRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async announce({ id, host }: AnnouncedSpool): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO response_spools (id, host, seen_at) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (id) DO UPDATE SET host = excluded.host, seen_at = excluded.seen_at`,
      [id, host],
    );
  }

  /** The exact time of the announcement. Undefined if there is none. */
  async findSeenAt(id: string): Promise<string | undefined> {
    const [row] = await this.dataSource.query<{ seenAt: string }[]>(
      'SELECT seen_at::text AS "seenAt" FROM response_spools WHERE id = $1',
      [id],
    );
    return row?.seenAt;
  }

  /** Deletes an announcement unless it was renewed, because a renewal announces another file. */
  async withdraw(id: string, seenAt: string): Promise<void> {
    await this.dataSource.query('DELETE FROM response_spools WHERE id = $1 AND seen_at = $2::timestamptz', [
      id,
      seenAt,
    ]);
  }

  async hasOthers(ownId: string | undefined): Promise<boolean> {
    const [row] = await this.dataSource.query<{ found: boolean }[]>(
      `SELECT EXISTS (SELECT FROM response_spools
         WHERE id IS DISTINCT FROM $1::uuid AND seen_at > clock_timestamp() - ${RECENT}) AS found`,
      [ownId ?? null],
    );
    return row?.found ?? false;
  }
}
