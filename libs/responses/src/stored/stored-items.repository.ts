import { type JsonObject } from '#canonical';
import { SecretBox } from '#secrets';
import { encodeLargeJson, parseStoredJson, responseState } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager } from 'typeorm';
import { readContents } from './sealed-contents.repository.js';
import { type StoredResponse, isStorableId } from './stored-response.js';

/** Items of smaller responses are read with the response: that takes less than a query. */
const MIN_RESPONSE_BYTES = 64 * 1024;
/** Of a response with more items none is stored apart: as many rows would take longer than to read it whole. */
const MAX_ITEMS = 2_000;
const ROWS_PER_INSERT = 50;
const BYTES_PER_INSERT = 1024 * 1024;
const COLUMNS = 7;

export interface StoredItemPlace {
  responseId: string;
  position: number;
  itemId: string;
  isInput: boolean;
  sizeBytes: number;
}

/** Items that were referred to: those that are stored apart, and the responses that hold the others. */
export interface ReferencedItems {
  responses: { id: string; sizeBytes: number }[];
  items: StoredItemPlace[];
}

interface ReferencedRow {
  id: string;
  size_bytes: number;
  is_apart: boolean;
  position: number | null;
  item_id: string | null;
  is_input: boolean | null;
  item_bytes: number | null;
}

interface SealedItem {
  itemId: string;
  position: number;
  isInput: boolean;
  content: Buffer;
}

/** The items of large responses, stored apart from them. */
@Injectable()
export class StoredItemRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** Whether the items of a response are to be stored apart from it. */
  areStoredApart(stored: StoredResponse, sizeBytes: number): boolean {
    if (sizeBytes < MIN_RESPONSE_BYTES) return false;
    const items = listItems(stored);
    return items.length <= MAX_ITEMS && items.every(({ id }) => isStorableId(id));
  }

  /** Within the transaction that writes the response. */
  async replace(
    manager: EntityManager,
    owner: string,
    stored: StoredResponse,
    createdAt: Date,
  ): Promise<void> {
    await manager.query('DELETE FROM stored_response_items WHERE owner = $1 AND response_id = $2', [
      owner,
      stored.id,
    ]);
    let batch: SealedItem[] = [];
    let bytes = 0;
    const insert = async (): Promise<void> => {
      if (batch.length > 0) await insertItems(manager, { owner, responseId: stored.id, createdAt }, batch);
      batch = [];
      bytes = 0;
    };
    for await (const item of this.seal(owner, stored)) {
      batch.push(item);
      bytes += item.content.length;
      if (batch.length >= ROWS_PER_INSERT || bytes >= BYTES_PER_INSERT) await insert();
    }
    await insert();
  }

  /** Where these items are, in one query. Responses that are not there are left out. */
  async findReferenced(
    owner: string,
    responseIds: readonly string[],
    itemIds: readonly string[],
  ): Promise<ReferencedItems> {
    const rows = await this.dataSource.query<ReferencedRow[]>(
      `SELECT response.id, response.size_bytes, position, item_id, is_input, item.size_bytes AS item_bytes,
         EXISTS (SELECT FROM stored_response_items any_item WHERE any_item.owner = response.owner
           AND any_item.response_id = response.id AND any_item.created_at = response.created_at) AS is_apart
       FROM stored_responses response
       LEFT JOIN stored_response_items item ON item.owner = response.owner AND item.response_id = response.id
         AND item.created_at = response.created_at AND item.item_id = ANY($3::text[])
       WHERE response.owner = $1 AND response.id = ANY($2::text[]) AND response.expires_at > $4`,
      [owner, responseIds, itemIds, new Date()],
    );
    return {
      responses: rows.flatMap((row) => (row.is_apart ? [] : [{ id: row.id, sizeBytes: row.size_bytes }])),
      items: rows.flatMap((row) => (row.position === null ? [] : [toPlace(row, row.position)])),
    };
  }

  /** The items of a response that are stored apart, in their order. */
  async list(owner: string, responseId: string): Promise<StoredItemPlace[]> {
    return this.dataSource.query<StoredItemPlace[]>(
      `SELECT response_id AS "responseId", position, item_id AS "itemId", is_input AS "isInput",
         item.size_bytes AS "sizeBytes"
       FROM stored_response_items item
       JOIN stored_responses response ON response.owner = item.owner AND response.id = item.response_id
         AND response.created_at = item.created_at
       WHERE item.owner = $1 AND item.response_id = $2 ORDER BY position`,
      [owner, responseId],
    );
  }

  /** Their contents, in the same order. */
  async load(owner: string, places: readonly StoredItemPlace[]): Promise<JsonObject[]> {
    const items: JsonObject[] = [];
    for (const [responseId, ofResponse] of groupByResponse(places)) {
      const source = {
        table: 'stored_response_items',
        key: 'position',
        keyType: 'integer',
        where: 'owner = $1 AND response_id = $2',
        parameters: [owner, responseId],
      } as const;
      const rows = ofResponse.map(({ position, sizeBytes }) => ({ key: position, sizeBytes }));
      for await (const { key, content } of readContents(this.dataSource, source, rows)) {
        const opened = await this.secretBox.openLarge(content, getPlace(owner, responseId, key));
        items.push(await parseStoredJson(opened));
      }
    }
    return items;
  }

  private async *seal(owner: string, stored: StoredResponse): AsyncGenerator<SealedItem> {
    for (const [position, item] of listItems(stored).entries()) {
      const place = getPlace(owner, stored.id, position);
      const content = await this.secretBox.sealLarge(await encodeLargeJson(item), place);
      yield {
        itemId: typeof item['id'] === 'string' ? item['id'] : '',
        position,
        isInput: position < stored.input.length,
        content,
      };
    }
  }
}

function listItems({ input, response }: StoredResponse): JsonObject[] {
  return [...input, ...responseState.responseOutputItems(response)];
}

function toPlace(row: ReferencedRow, position: number): StoredItemPlace {
  return {
    responseId: row.id,
    position,
    itemId: row.item_id ?? '',
    isInput: row.is_input ?? false,
    sizeBytes: row.item_bytes ?? 0,
  };
}

async function insertItems(
  manager: EntityManager,
  { owner, responseId, createdAt }: { owner: string; responseId: string; createdAt: Date },
  items: readonly SealedItem[],
): Promise<void> {
  const rows = items.map((_, index) => {
    const first = index * COLUMNS;
    return `(${Array.from({ length: COLUMNS }, (_item, column) => `$${first + column + 1}`).join(', ')})`;
  });
  await manager.query(
    `INSERT INTO stored_response_items (owner, response_id, position, item_id, is_input, content, created_at)
     VALUES ${rows.join(', ')}`,
    // Each content is a parameter of its own: within an array the driver would write it out in hexadecimal.
    items.flatMap(({ position, itemId, isInput, content }) => [
      owner,
      responseId,
      position,
      itemId,
      isInput,
      content,
      createdAt,
    ]),
  );
}

function groupByResponse(places: readonly StoredItemPlace[]): Map<string, StoredItemPlace[]> {
  const groups = new Map<string, StoredItemPlace[]>();
  for (const place of places) {
    const group = groups.get(place.responseId);
    if (group === undefined) groups.set(place.responseId, [place]);
    else group.push(place);
  }
  return groups;
}

function getPlace(owner: string, responseId: string, position: number): string {
  return `stored_response_items/${owner}/${responseId}/${position}/content`;
}
