import { Injectable } from '@nestjs/common';
import { OwnerDirectory } from './owner-directory.js';
import { type Token, asToken } from './token.js';
import { TokenRepository } from './token.repository.js';

/** Single tokens as they are stored, for whoever works without a request that shows one. */
@Injectable()
export class StoredTokens {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly owners: OwnerDirectory,
  ) {}

  /** As it is now; undefined where it has been deleted. */
  async find(id: string): Promise<Token | undefined> {
    const [entity] = await this.tokens.findByIds([id]);
    return entity && this.owners.withOwnerModels(asToken(entity));
  }
}
