import { Injectable } from '@nestjs/common';
import { OwnerDirectory } from './owner-directory.js';
import { type Token, asToken } from './token.js';
import { TokenRepository } from './token.repository.js';

/** Loads single tokens by id, for work without a client request. */
@Injectable()
export class StoredTokens {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly owners: OwnerDirectory,
  ) {}

  /** Undefined if the token was deleted. */
  async find(id: string): Promise<Token | undefined> {
    const [entity] = await this.tokens.findByIds([id]);
    return entity && this.owners.withOwnerModels(asToken(entity));
  }
}
