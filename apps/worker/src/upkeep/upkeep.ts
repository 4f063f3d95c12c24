import { type TokenRepository } from '#access';
import { type MediaStore } from '#media';
import { type ExpiredResponseRepository } from '#stored-responses';

export interface UpkeepReport {
  expiredTokens: number;
  expiredResponses: number;
  expiredMedia: number;
}

/** The chores that keep the tables small and true. Each may be run at any time, and twice. */
export class Upkeep {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly responses: ExpiredResponseRepository,
    private readonly media: Pick<MediaStore, 'deleteExpired'>,
  ) {}

  async run(now: Date): Promise<UpkeepReport> {
    return {
      expiredTokens: await this.tokens.disableExpired(now),
      expiredResponses: await this.responses.delete(now),
      expiredMedia: await this.media.deleteExpired(now),
    };
  }
}
