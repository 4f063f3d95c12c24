import { deleteInBatches } from '#database';
import { type DataSource } from 'typeorm';
import { type MediaName, parseMediaName } from './media-name.js';
import { type SavedMedia } from './media-store.js';

/** So many are removed at a time: a run of the maintenance is to end soon. */
const MAX_DUE = 1_000;

/** Whose the files are, so that they can be counted. The files themselves lie elsewhere. */
export class MediaFileRepository {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  async add({ id, extension, sizeBytes }: SavedMedia, owner: string): Promise<void> {
    await this.dataSource.query(
      'INSERT INTO media_files (id, extension, owner, size_bytes) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [id, extension, owner, sizeBytes],
    );
  }

  /** Some of the files that came about before then, the oldest first. */
  async findOlderThan(moment: Date): Promise<MediaName[]> {
    const rows = await this.dataSource.query<MediaName[]>(
      `SELECT id, extension FROM media_files WHERE created_at < $1 AND extension IS NOT NULL
       ORDER BY created_at LIMIT ${MAX_DUE}`,
      [moment],
    );
    return rows.flatMap(({ id, extension }) => parseMediaName(`${id}.${extension}`) ?? []);
  }

  /** Files from versions that did not write their extension down are to be found by it wherever they are moved. */
  async noteExtension({ id, extension }: MediaName): Promise<void> {
    await this.dataSource.query('UPDATE media_files SET extension = $2 WHERE id = $1 AND extension IS NULL', [
      id,
      extension,
    ]);
  }

  async removeEach(names: readonly MediaName[]): Promise<void> {
    await this.dataSource.query('DELETE FROM media_files WHERE id = ANY ($1)', [names.map(({ id }) => id)]);
  }

  /** Whose it was; undefined where nobody knew. */
  async remove(id: string): Promise<string | undefined> {
    const [rows] = await this.dataSource.query<[{ owner: string }[], number]>(
      'DELETE FROM media_files WHERE id = $1 RETURNING owner',
      [id],
    );
    return rows[0]?.owner;
  }

  /** Those of which nobody knows what their files are called: they are from a version that did not write it down. */
  async removeUnnamedOlderThan(moment: Date): Promise<number> {
    return deleteInBatches(this.dataSource, {
      table: 'media_files',
      where: 'created_at < $1 AND extension IS NULL',
      parameters: [moment],
    });
  }
}
