import { MemberLimitsRepository, OwnerDirectory, type TokenEntity, TokenListRepository } from '#access';
import { GatewayError } from '#canonical';
import { CONFIG, type Config } from '#config';
import { type Transaction } from '#database';
import { SettingRepository, resolveSettings } from '#settings';
import { Inject, Injectable } from '@nestjs/common';
import { type Principal, confinedTo } from '../access/principal.js';
import { refuseAboveOwner, viewOwnerLimits } from './owner-limits.js';
import { type OwnerLimitsView } from './token.dto.js';

/** Keeps members from making tokens without end, or tokens that promise more than they may use. */
@Injectable()
export class MemberTokenLimit {
  private readonly file: Config['file'];

  constructor(
    private readonly tokens: TokenListRepository,
    private readonly owners: OwnerDirectory,
    @Inject(CONFIG) { file }: Config,
  ) {
    this.file = file;
  }

  /** Throws where a member has as many tokens as they may. Two requests at the same time are counted one by one. */
  async requireRoom(transaction: Transaction, principal: Principal): Promise<void> {
    if (principal.kind !== 'user' || principal.role !== 'member') return;
    const own = await new MemberLimitsRepository(transaction).lockMaxTokens(principal.userId);
    const max = own ?? (await this.usualMax(transaction));
    if ((await this.tokens.countActive(transaction, principal.email)) < max) return;
    throw new GatewayError(
      'forbidden',
      `A member may have ${max} tokens here. Revoke one that is not needed, or ask an admin for more.`,
      { code: 'too_many_tokens' },
    );
  }

  /** Throws where a member sets a limit that is above what all of their tokens may use together. */
  requireWithin(principal: Principal, columns: Partial<TokenEntity>): void {
    const owner = confinedTo(principal);
    if (owner !== undefined) refuseAboveOwner(columns, this.owners.find(owner));
  }

  /** What all tokens of this owner may use together. */
  viewOwner(owner: string | null): OwnerLimitsView | null {
    return owner === null ? null : viewOwnerLimits(this.owners.find(owner));
  }

  /** How many tokens a member may have, and has. */
  async countTokens(
    transaction: Transaction,
    { userId, email }: { userId: string; email: string },
  ): Promise<{ max: number; active: number }> {
    const own = await new MemberLimitsRepository(transaction).findMaxTokens(userId);
    const max = own ?? (await this.usualMax(transaction));
    return { max, active: await this.tokens.countActive(transaction, email) };
  }

  private async usualMax(transaction: Transaction): Promise<number> {
    const settings = resolveSettings(this.file, await new SettingRepository(transaction).findAll());
    return settings.find(({ key }) => key === 'members.max_tokens')?.value as number;
  }
}
