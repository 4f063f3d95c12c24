import { type JsonObject } from '#canonical';
import { type StorageAmount } from '#quotas';
import { SecretBox } from '#secrets';
import { encodeLargeJson, parseStoredJson } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { readContents } from './sealed-contents.repository.js';
import { StoredItemRepository } from './stored-items.repository.js';
import { type StoredResponse, type StoredTimes } from './stored-response.js';

/** How many rows one statement deletes. */
const BATCH_ROWS = 1_000;

interface Content {
  input: JsonObject[];
  response: JsonObject;
}

interface HeadRow {
  id: string;
  previous_id: string | null;
  size_bytes: number;
}

export interface SaveOptions extends StoredTimes {
  /** What it is to be stored together with. */
  transaction?: EntityManager;
  /** Whether a response with this id that is there already is replaced. */
  isReplacing?: boolean;
}

/** What is known of a stored response before its content is read. */
export interface StoredResponseHead {
  id: string;
  previousId: string | undefined;
  sizeBytes: number;
}

/** Every query names the owner: no caller finds what belongs to another owner. */
@Injectable()
export class StoredResponseRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
    private readonly items: StoredItemRepository,
  ) {}

  /** Returns how many bytes it takes. */
  async save(owner: string, stored: StoredResponse, options: SaveOptions): Promise<number> {
    const { id, input, response } = stored;
    const plaintext = await encodeLargeJson({ input, response });
    const content = await this.secretBox.sealLarge(plaintext, getPlace(owner, id));
    const { transaction, createdAt } = options;
    const isApart = this.items.areStoredApart(stored, content.length);
    const write = async (manager: EntityManager): Promise<void> => {
      const isWritten = await writeRow(manager, owner, { ...stored, content }, options);
      if (isApart && isWritten) await this.items.replace(manager, owner, stored, createdAt);
    };
    if (transaction !== undefined) await write(transaction);
    else if (isApart) await this.dataSource.transaction(write);
    else await write(this.dataSource.manager);
    return content.length;
  }

  async findHead(owner: string, id: string): Promise<StoredResponseHead | undefined> {
    const [head] = await this.findChain(owner, id, 1);
    return head;
  }

  /** A response and those before it, newest first; it ends where one is not there. */
  async findChain(owner: string, id: string, max: number): Promise<StoredResponseHead[]> {
    const rows = await this.dataSource.query<HeadRow[]>(
      `WITH RECURSIVE chain AS (
         SELECT id, previous_id, size_bytes, 1 AS place FROM stored_responses
         WHERE owner = $1 AND id = $2 AND expires_at > $3
         UNION ALL
         SELECT earlier.id, earlier.previous_id, earlier.size_bytes, chain.place + 1 FROM chain
         JOIN stored_responses earlier ON earlier.owner = $1 AND earlier.id = chain.previous_id
           AND earlier.expires_at > $3
         WHERE chain.place < $4
       )
       SELECT id, previous_id, size_bytes FROM chain ORDER BY place`,
      [owner, id, new Date(), max],
    );
    return rows.map((row) => ({
      id: row.id,
      previousId: row.previous_id ?? undefined,
      sizeBytes: row.size_bytes,
    }));
  }

  /** Their contents, in the same order; those that were deleted meanwhile are left out. */
  async *load(
    owner: string,
    heads: readonly Pick<StoredResponseHead, 'id' | 'sizeBytes'>[],
  ): AsyncGenerator<Omit<StoredResponse, 'previousId'>, void> {
    const source = {
      table: 'stored_responses',
      key: 'id',
      keyType: 'text',
      where: 'owner = $1',
      parameters: [owner],
    } as const;
    const rows = heads.map(({ id, sizeBytes }) => ({ key: id, sizeBytes }));
    for await (const { key: id, content } of readContents(this.dataSource, source, rows)) {
      const opened = await this.secretBox.openLarge(content, getPlace(owner, id));
      const { input, response } = (await parseStoredJson(opened)) as unknown as Content;
      yield { id, input, response };
    }
  }

  async delete(owner: string, id: string, manager = this.dataSource.manager): Promise<boolean> {
    const [, count] = await manager.query<[unknown, number]>(
      'DELETE FROM stored_responses WHERE owner = $1 AND id = $2',
      [owner, id],
    );
    return count > 0;
  }

  /** Runs alone among those that change the same response under this lock, in any process. */
  async runLocked<Result>(
    owner: string,
    id: string,
    run: (manager: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [getPlace(owner, id)]);
      return run(manager);
    });
  }

  /** Deletes until the owner has no more than this. The newest stays, however large it is. */
  async deleteOldest(owner: string, { items, bytes }: StorageAmount): Promise<number> {
    const [, count] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM stored_responses WHERE owner = $1 AND id IN (
         SELECT id FROM (
           SELECT id, row_number() OVER newest_first AS place, sum(size_bytes) OVER newest_first AS total_bytes
           FROM stored_responses WHERE owner = $1
           WINDOW newest_first AS (ORDER BY created_at DESC, id ROWS UNBOUNDED PRECEDING)
         ) AS ranked
         WHERE place > 1 AND (place > $2 OR total_bytes > $3) ORDER BY place DESC LIMIT $4)`,
      [owner, items, bytes, BATCH_ROWS],
    );
    return count;
  }
}

/** Whether the row was written: one that is there already stays, unless it is to be replaced. */
async function writeRow(
  manager: EntityManager,
  owner: string,
  { id, previousId, content }: StoredResponse & { content: Buffer },
  { createdAt, expiresAt, isReplacing = true }: SaveOptions,
): Promise<boolean> {
  const onConflict = isReplacing
    ? `DO UPDATE SET previous_id = excluded.previous_id, content = excluded.content,
         created_at = excluded.created_at, expires_at = excluded.expires_at`
    : 'DO NOTHING';
  const written = await manager.query<unknown[]>(
    `INSERT INTO stored_responses (owner, id, previous_id, content, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (owner, id) ${onConflict} RETURNING id`,
    [owner, id, previousId ?? null, content, createdAt, expiresAt],
  );
  return written.length > 0;
}

function getPlace(owner: string, id: string): string {
  return `stored_responses/${owner}/${id}/content`;
}
