import { MemberLimitsRepository, OwnerDirectory, TokenListRepository } from '#access';
import { CONFIG, type Config } from '#config';
import { type Transaction } from '#database';
import { SettingRepository, resolveSettings } from '#settings';
import { Inject, Injectable } from '@nestjs/common';
import { type EntityFacts, type Principal, getOwnerScope } from '#rights';
import { viewOwnerLimits } from './owner-limits.js';
import { type OwnerLimitsView } from './token.dto.js';

type TokenFacts = EntityFacts['token'];

/** The limits of members' tokens, for the rights check. */
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

  /** How many tokens a member may have, and has. Locks the row of the member, so that concurrent requests both count. */
  async lockQuota(transaction: Transaction, principal: Principal): Promise<TokenFacts['tokenQuota']> {
    if (principal.kind !== 'user' || principal.role !== 'member') return undefined;
    const own = await new MemberLimitsRepository(transaction).lockMaxTokens(principal.userId);
    const max = own ?? (await this.loadDefaultMax(transaction));
    return { max, active: await this.tokens.countActive(transaction, principal.email) };
  }

  /** The limits that a token of the caller must not exceed, if the caller is a member. */
  getFacts(principal: Principal): Pick<TokenFacts, 'ownerLimits'> {
    const owner = getOwnerScope(principal);
    return owner === undefined ? {} : { ownerLimits: this.owners.find(owner) ?? null };
  }

  /** The limits that all tokens of this owner share. */
  viewOwner(owner: string | null): OwnerLimitsView | null {
    return owner === null ? null : viewOwnerLimits(this.owners.find(owner));
  }

  /** How many tokens a member may have, and has. */
  async countTokens(
    transaction: Transaction,
    { userId, email }: { userId: string; email: string },
  ): Promise<{ max: number; active: number }> {
    const own = await new MemberLimitsRepository(transaction).findMaxTokens(userId);
    const max = own ?? (await this.loadDefaultMax(transaction));
    return { max, active: await this.tokens.countActive(transaction, email) };
  }

  private async loadDefaultMax(transaction: Transaction): Promise<number> {
    const settings = resolveSettings(this.file, await new SettingRepository(transaction).findAll());
    return settings.find(({ key }) => key === 'members.max_tokens')?.value as number;
  }
}
