import { type JsonObject } from '#canonical';
import { type StorageAmount } from '#quotas';
import { SecretBox } from '#secrets';
import { encodeLargeJson } from '#wire';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, type EntityManager, MoreThan } from 'typeorm';
import { StoredResponseEntity } from './stored-response.entity.js';
import { type StoredResponse } from './stored-response.js';

/** How many rows one statement deletes. */
const BATCH_ROWS = 1_000;

interface Content {
  input: JsonObject[];
  response: JsonObject;
}

export interface SaveOptions {
  expiresAt: Date;
  /** What it is to be stored together with. */
  transaction?: EntityManager;
}

/** Every question names the owner: nobody finds what belongs to somebody else. */
@Injectable()
export class StoredResponseRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** How many bytes it takes. */
  async save(
    owner: string,
    { id, previousId, input, response }: StoredResponse,
    { expiresAt, transaction = this.dataSource.manager }: SaveOptions,
  ): Promise<number> {
    const content = await encodeLargeJson({ input, response });
    const sealed = this.secretBox.seal(content.toString('utf8'), getPlace(owner, id));
    await transaction.getRepository(StoredResponseEntity).upsert(
      {
        id,
        owner,
        previousId: previousId ?? null,
        content: sealed,
        createdAt: new Date(),
        expiresAt,
      },
      ['owner', 'id'],
    );
    return sealed.length;
  }

  async find(owner: string, id: string): Promise<StoredResponse | undefined> {
    const responses = this.dataSource.getRepository(StoredResponseEntity);
    const entity = await responses.findOneBy({ id, owner, expiresAt: MoreThan(new Date()) });
    if (entity === null) return undefined;
    const { input, response } = JSON.parse(
      this.secretBox.open(entity.content, getPlace(owner, id)),
    ) as Content;
    return { id, previousId: entity.previousId ?? undefined, input, response };
  }

  async delete(owner: string, id: string): Promise<boolean> {
    const { affected } = await this.dataSource.getRepository(StoredResponseEntity).delete({ id, owner });
    return (affected ?? 0) > 0;
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

function getPlace(owner: string, id: string): string {
  return `stored_responses/${owner}/${id}/content`;
}
