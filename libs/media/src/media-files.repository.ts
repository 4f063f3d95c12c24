import { deleteInBatches } from '#database';
import { type DataSource } from 'typeorm';
import { type MediaName, parseMediaName } from './media-name.js';
import { type SavedMedia } from './media-store.js';

/** The number of files per run, because a maintenance run must end soon. */
const MAX_FILES_PER_RUN = 1_000;

/** The owners of files, so that they can be counted. The files themselves are stored elsewhere. */
export class MediaFileRepository {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  async add({ id, extension, sizeBytes }: SavedMedia, owner: string): Promise<void> {
    await this.dataSource.query(
      'INSERT INTO media_files (id, extension, owner, size_bytes) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
      [id, extension, owner, sizeBytes],
    );
  }

  /** Some of the files that were created before this time, oldest first. */
  async findOlderThan(moment: Date): Promise<MediaName[]> {
    const rows = await this.dataSource.query<MediaName[]>(
      `SELECT id, extension FROM media_files WHERE created_at < $1 AND extension IS NOT NULL
       ORDER BY created_at LIMIT ${MAX_FILES_PER_RUN}`,
      [moment],
    );
    return rows.flatMap(({ id, extension }) => parseMediaName(`${id}.${extension}`) ?? []);
  }

  /** Stores the extension of a file from an earlier version, so that it can be found after it was moved. */
  async storeExtension({ id, extension }: MediaName): Promise<void> {
    await this.dataSource.query('UPDATE media_files SET extension = $2 WHERE id = $1 AND extension IS NULL', [
      id,
      extension,
    ]);
  }

  async removeEach(names: readonly MediaName[]): Promise<void> {
    await this.dataSource.query('DELETE FROM media_files WHERE id = ANY ($1)', [names.map(({ id }) => id)]);
  }

  /** Returns the owner; undefined if the file is not in the table. */
  async remove(id: string): Promise<string | undefined> {
    const [rows] = await this.dataSource.query<[{ owner: string }[], number]>(
      'DELETE FROM media_files WHERE id = $1 RETURNING owner',
      [id],
    );
    return rows[0]?.owner;
  }

  /** Removes files from versions that did not store the extension, so that their names are unknown. */
  async removeUnnamedOlderThan(moment: Date): Promise<number> {
    return deleteInBatches(this.dataSource, {
      table: 'media_files',
      where: 'created_at < $1 AND extension IS NULL',
      parameters: [moment],
    });
  }
}
