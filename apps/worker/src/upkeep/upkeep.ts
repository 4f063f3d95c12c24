import { type TokenRepository } from '#access';

export interface UpkeepReport {
  expiredTokens: number;
}

/** The chores that keep the tables small and true. Each may be run at any time, and twice. */
export class Upkeep {
  constructor(private readonly tokens: TokenRepository) {}

  async run(now: Date): Promise<UpkeepReport> {
    return { expiredTokens: await this.tokens.disableExpired(now) };
  }
}
