import { type TokenRepository } from '#access';
import { type FinishedResponseRepository } from '#background-responses';
import { type MediaStore } from '#media';
import { type ExpiredResponseRepository } from '#stored-responses';

export interface UpkeepReport {
  expiredTokens: number;
  expiredResponses: number;
  finishedResponses: number;
  expiredMedia: number;
}

export interface UpkeepParts {
  tokens: TokenRepository;
  responses: ExpiredResponseRepository;
  finishedResponses: FinishedResponseRepository;
  media: Pick<MediaStore, 'deleteExpired'>;
}

/** The chores that keep the tables small and true. Each may be run at any time, and twice. */
export class Upkeep {
  constructor(private readonly parts: UpkeepParts) {}

  async run(now: Date): Promise<UpkeepReport> {
    const { tokens, responses, finishedResponses, media } = this.parts;
    return {
      expiredTokens: await tokens.disableExpired(now),
      expiredResponses: await responses.delete(now),
      finishedResponses: await finishedResponses.delete(now),
      expiredMedia: await media.deleteExpired(now),
    };
  }
}
