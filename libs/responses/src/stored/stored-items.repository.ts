import { createHash } from 'node:crypto';
import { type JsonObject } from '#canonical';
import { encodeLargeJson, parseStoredJson } from '#json-scan';
import { SecretBox } from '#secrets';
import { responseState } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { type GroupedItems, groupItems } from './group-items.js';
import { type ContentSource, readContents } from './sealed-contents.js';
import { type StoredResponse, isStorableId } from './stored-response.js';

/** Items of smaller responses are read with the response, which is faster than another query. */
const MIN_RESPONSE_BYTES = 64 * 1024;
const ROWS_PER_INSERT = 100;
const BYTES_PER_INSERT = 1024 * 1024;
const COLUMNS = 7;

/** Items that are stored in one row. */
export interface ItemGroup {
  responseId: string;
  /** The position of its first item. */
  position: number;
  sizeBytes: number;
}

/** Where referenced items are stored: in groups, or in responses whose items are not stored separately. */
export interface ReferencedItems {
  responses: { id: string; sizeBytes: number }[];
  groups: ItemGroup[];
}

/** The number of input items of a response, and the positions of one of them. */
export interface InputMeasure {
  count: number;
  /** Undefined if no item has this id. Ids from clients can occur more than once. */
  after: { first: number; last: number } | undefined;
}

interface ReferencedRow {
  id: string;
  size_bytes: number;
  is_apart: boolean;
  position: number | null;
  group_bytes: number | null;
}

interface SealedGroup extends GroupedItems {
  content: Buffer;
}

const SOURCE = {
  table: 'stored_response_item_groups',
  column: 'content',
  key: [
    { name: 'response_id', type: 'text' },
    { name: 'position', type: 'integer' },
  ],
  where: 'owner = $1',
} satisfies ContentSource;

/** Stores the items of large responses separately, a few per row. */
@Injectable()
export class StoredItemRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** Whether the items of a response should be stored separately. */
  areStoredSeparately(sizeBytes: number): boolean {
    return sizeBytes >= MIN_RESPONSE_BYTES;
  }

  /** Replaces the items of a response, in the transaction that writes it. */
  async replace(
    manager: EntityManager,
    owner: string,
    stored: StoredResponse,
    createdAt: Date,
  ): Promise<void> {
    await manager.query('DELETE FROM stored_response_item_groups WHERE owner = $1 AND response_id = $2', [
      owner,
      stored.id,
    ]);
    let batch: SealedGroup[] = [];
    let bytes = 0;
    const insert = async (): Promise<void> => {
      if (batch.length > 0) await insertGroups(manager, { owner, responseId: stored.id, createdAt }, batch);
      batch = [];
      bytes = 0;
    };
    for await (const group of this.seal(owner, stored)) {
      batch.push(group);
      bytes += group.content.length;
      if (batch.length >= ROWS_PER_INSERT || bytes >= BYTES_PER_INSERT) await insert();
    }
    await insert();
  }

  /** Finds these items with one query. Missing responses are omitted. */
  async findReferenced(
    owner: string,
    responseIds: readonly string[],
    itemIds: readonly string[],
  ): Promise<ReferencedItems> {
    const rows = await this.dataSource.query<ReferencedRow[]>(
      `SELECT response.id, response.size_bytes, item_group.position, item_group.size_bytes AS group_bytes,
         EXISTS (SELECT FROM stored_response_item_groups any_group WHERE any_group.owner = response.owner
           AND any_group.response_id = response.id AND any_group.created_at = response.created_at) AS is_apart
       FROM stored_responses response
       LEFT JOIN stored_response_item_groups item_group ON item_group.owner = response.owner
         AND item_group.response_id = response.id AND item_group.created_at = response.created_at
         AND item_group.item_ids && $3::text[]
       WHERE response.owner = $1 AND response.id = ANY($2::text[]) AND response.expires_at > $4`,
      [owner, responseIds, itemIds.map(toKey), new Date()],
    );
    return {
      responses: rows.flatMap((row) => (row.is_apart ? [] : [{ id: row.id, sizeBytes: row.size_bytes }])),
      groups: rows.flatMap(({ id, position, group_bytes: sizeBytes }) =>
        position === null ? [] : [{ responseId: id, position, sizeBytes: sizeBytes ?? 0 }],
      ),
    };
  }

  /** Undefined if the items of the response are not stored separately. */
  async measureInput(owner: string, responseId: string, afterId = ''): Promise<InputMeasure | undefined> {
    const [row] = await this.dataSource.query<
      { groups: number; count: number | null; first: number | null; last: number | null }[]
    >(
      `SELECT count(*)::int AS groups, max(position + cardinality(item_ids)) FILTER (WHERE is_input) AS count,
         min(position + array_position(item_ids, $3) - 1) FILTER (WHERE is_input) AS first,
         max(position + (SELECT max(place) FROM unnest(array_positions(item_ids, $3)) AS place) - 1)
           FILTER (WHERE is_input) AS last
       FROM stored_response_item_groups item_group
       JOIN stored_responses response ON response.owner = item_group.owner
         AND response.id = item_group.response_id AND response.created_at = item_group.created_at
       WHERE item_group.owner = $1 AND item_group.response_id = $2`,
      [owner, responseId, toKey(afterId)],
    );
    if (row === undefined || row.groups === 0) return undefined;
    const { count, first, last } = row;
    return { count: count ?? 0, after: first === null || last === null ? undefined : { first, last } };
  }

  /** The groups that contain the items at these positions. */
  async findAt(
    owner: string,
    responseId: string,
    { from, to }: { from: number; to: number },
  ): Promise<ItemGroup[]> {
    return this.dataSource.query<ItemGroup[]>(
      `SELECT response_id AS "responseId", position, size_bytes AS "sizeBytes" FROM stored_response_item_groups
       WHERE owner = $1 AND response_id = $2 AND position < $4 AND position + cardinality(item_ids) > $3
       ORDER BY position`,
      [owner, responseId, from, to],
    );
  }

  /** Loads the items of groups, in the same order. */
  async *load(
    owner: string,
    groups: readonly ItemGroup[],
  ): AsyncGenerator<{ position: number; items: JsonObject[] }, void> {
    const source = { ...SOURCE, parameters: [owner] };
    const rows = groups.map(({ responseId, position, sizeBytes }) => ({
      key: [responseId, position] as const,
      sizeBytes,
    }));
    for await (const { key, content } of readContents(this.dataSource, source, rows)) {
      const [responseId, position] = key;
      const opened = await this.secretBox.openLarge(content, getSealContext(owner, responseId, position));
      yield { position, items: (await parseStoredJson(opened))['items'] as JsonObject[] };
    }
  }

  private async *seal(owner: string, stored: StoredResponse): AsyncGenerator<SealedGroup> {
    for (const group of groupItems(stored.input, responseState.responseOutputItems(stored.response))) {
      const json = await encodeLargeJson({ items: group.items });
      const content = await this.secretBox.sealLarge(json, getSealContext(owner, stored.id, group.position));
      yield { ...group, content };
    }
  }
}

async function insertGroups(
  manager: EntityManager,
  { owner, responseId, createdAt }: { owner: string; responseId: string; createdAt: Date },
  groups: readonly SealedGroup[],
): Promise<void> {
  const rows = groups.map((_, index) => {
    const first = index * COLUMNS;
    return `(${Array.from({ length: COLUMNS }, (_item, column) => `$${first + column + 1}`).join(', ')})`;
  });
  await manager.query(
    `INSERT INTO stored_response_item_groups
       (owner, response_id, position, item_ids, is_input, content, created_at)
     VALUES ${rows.join(', ')}`,
    // Each content is a separate parameter, because the driver would encode an array of them in hexadecimal.
    groups.flatMap(({ position, items, isInput, content }) => [
      owner,
      responseId,
      position,
      items.map(({ id }) => (typeof id === 'string' ? toKey(id) : '')),
      isInput,
      content,
      createdAt,
    ]),
  );
}

/** Ids from clients can be too long, or contain characters that Postgres does not accept. */
function toKey(itemId: string): string {
  return isStorableId(itemId) ? itemId : `sha256:${createHash('sha256').update(itemId).digest('hex')}`;
}

function getSealContext(owner: string, responseId: string, position: number): string {
  return `stored_response_item_groups/${owner}/${responseId}/${position}/content`;
}
