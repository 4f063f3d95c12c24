import { type JsonObject } from '#canonical';
import { encodeLargeJson } from '#json-scan';
import { type ByteHold } from '#limits';
import { type StorageAmount } from '#quotas';
import { SecretBox } from '#secrets';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { parseHeld } from './parse-held.js';
import { readContents } from './sealed-contents.js';
import { StoredItemRepository } from './stored-items.repository.js';
import { type StoredResponse, type StoredTimes } from './stored-response.js';

/** The limit of rows that one statement deletes. */
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
  /** The transaction to write in. */
  transaction?: EntityManager;
  /** Whether an existing response with this id is replaced. Default: true. */
  isReplacing?: boolean;
}

/** A stored response without its content. */
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

  /** Returns the stored size in bytes. */
  async save(owner: string, stored: StoredResponse, options: SaveOptions): Promise<number> {
    const { id, input, response } = stored;
    const plaintext = await encodeLargeJson({ input, response });
    const content = await this.secretBox.sealLarge(plaintext, getSealContext(owner, id));
    const { transaction, createdAt } = options;
    const isSeparate = this.items.areStoredSeparately(content.length);
    const write = async (manager: EntityManager): Promise<void> => {
      const isWritten = await writeRow(manager, owner, { ...stored, content }, options);
      if (isSeparate && isWritten) await this.items.replace(manager, owner, stored, createdAt);
    };
    if (transaction !== undefined) await write(transaction);
    else if (isSeparate) await this.dataSource.transaction(write);
    else await write(this.dataSource.manager);
    return content.length;
  }

  async findHead(owner: string, id: string): Promise<StoredResponseHead | undefined> {
    const [head] = await this.findChain(owner, id, 1);
    return head;
  }

  /** A response and its predecessors, newest first, up to the first missing one. */
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

  /** Loads the contents of responses, in the same order. Those that were deleted meanwhile are omitted. */
  async *load(
    owner: string,
    heads: readonly Pick<StoredResponseHead, 'id' | 'sizeBytes'>[],
    hold: ByteHold,
  ): AsyncGenerator<Omit<StoredResponse, 'previousId'>, void> {
    const source = {
      table: 'stored_responses',
      column: 'content',
      key: [{ name: 'id', type: 'text' }],
      where: 'owner = $1',
      parameters: [owner],
    } as const;
    const rows = heads.map(({ id, sizeBytes }) => ({ key: [id] as const, sizeBytes }));
    for await (const {
      key: [id],
      content,
    } of readContents(this.dataSource, source, rows)) {
      const opened = await this.secretBox.openLarge(content, getSealContext(owner, id));
      const { input, response } = (await parseHeld(opened, hold)) as unknown as Content;
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

  /** Runs under a lock for this response, across all processes. */
  async runLocked<Result>(
    owner: string,
    id: string,
    run: (manager: EntityManager) => Promise<Result>,
  ): Promise<Result> {
    return this.dataSource.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        getSealContext(owner, id),
      ]);
      return run(manager);
    });
  }

  /** Deletes the oldest responses until the owner is within these limits. The newest is never deleted. */
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

/** Writes a row. Returns false if it exists and is not to be replaced. */
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

function getSealContext(owner: string, id: string): string {
  return `stored_responses/${owner}/${id}/content`;
}
