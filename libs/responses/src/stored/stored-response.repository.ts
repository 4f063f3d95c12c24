import { type JsonObject } from '#canonical';
import { type SecretBox } from '#secrets';
import { type DataSource, MoreThan, type Repository } from 'typeorm';
import { StoredResponseEntity } from './stored-response.entity.js';
import { type StoredResponse } from './stored-response.js';

interface Content {
  input: JsonObject[];
  response: JsonObject;
}

/** Every question names the owner: nobody finds what belongs to somebody else. */
export class StoredResponseRepository {
  private readonly responses: Repository<StoredResponseEntity>;

  constructor(
    dataSource: Pick<DataSource, 'getRepository'>,
    private readonly secretBox: SecretBox,
  ) {
    this.responses = dataSource.getRepository(StoredResponseEntity);
  }

  /** How many bytes it takes. */
  async save(
    owner: string,
    { id, previousId, input, response }: StoredResponse,
    expiresAt: Date,
  ): Promise<number> {
    const content: Content = { input, response };
    const sealed = this.secretBox.seal(JSON.stringify(content), placeOf(owner, id));
    await this.responses.upsert(
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
    const entity = await this.responses.findOneBy({ id, owner, expiresAt: MoreThan(new Date()) });
    if (entity === null) return undefined;
    const { input, response } = JSON.parse(
      this.secretBox.open(entity.content, placeOf(owner, id)),
    ) as Content;
    return { id, previousId: entity.previousId ?? undefined, input, response };
  }

  async delete(owner: string, id: string): Promise<boolean> {
    const { affected } = await this.responses.delete({ id, owner });
    return (affected ?? 0) > 0;
  }
}

function placeOf(owner: string, id: string): string {
  return `stored_responses/${owner}/${id}/content`;
}
