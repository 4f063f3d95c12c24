import { type DataSource, LessThanOrEqual } from 'typeorm';
import { StoredResponseEntity } from './stored-response.entity.js';

/** Removes what nobody can ask for any more. It needs no key: what expires is not read. */
export class ExpiredResponseRepository {
  constructor(private readonly dataSource: DataSource) {}

  async delete(now: Date): Promise<number> {
    const responses = this.dataSource.getRepository(StoredResponseEntity);
    const { affected } = await responses.delete({ expiresAt: LessThanOrEqual(now) });
    return affected ?? 0;
  }
}
