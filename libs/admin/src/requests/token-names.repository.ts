import { TokenEntity } from '#access';
import { Database } from '#database';
import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What tokens are called now. Usage knows only their ids, which stay. */
@Injectable()
export class TokenNamesRepository {
  constructor(private readonly database: Database) {}

  async of(tokenIds: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(tokenIds)].filter((id) => UUID.test(id));
    if (ids.length === 0) return new Map();
    const tokens = await this.database.getRepository(TokenEntity).find({
      where: { id: In(ids) },
      select: { id: true, name: true },
    });
    return new Map(tokens.map(({ id, name }) => [id, name]));
  }
}
