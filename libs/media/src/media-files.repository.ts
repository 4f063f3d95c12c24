import { deleteInBatches } from '#database';
import { type DataSource } from 'typeorm';

/** Whose the files are, so that they can be counted. The files themselves lie elsewhere. */
export class MediaFileRepository {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  async add(id: string, owner: string, sizeBytes: number): Promise<void> {
    await this.dataSource.query(
      'INSERT INTO media_files (id, owner, size_bytes) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [id, owner, sizeBytes],
    );
  }

  /** Whose it was; undefined where nobody knew. */
  async remove(id: string): Promise<string | undefined> {
    const [rows] = await this.dataSource.query<[{ owner: string }[], number]>(
      'DELETE FROM media_files WHERE id = $1 RETURNING owner',
      [id],
    );
    return rows[0]?.owner;
  }

  async removeOlderThan(moment: Date): Promise<number> {
    return deleteInBatches(this.dataSource, {
      table: 'media_files',
      where: 'created_at < $1',
      parameters: [moment],
    });
  }
}
