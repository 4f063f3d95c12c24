import { MemberLimitsRepository, OwnerDirectory, TokenListRepository } from '#access';
import { CONFIG, type Config } from '#config';
import { type Transaction } from '#database';
import { SettingRepository, resolveSettings } from '#settings';
import { Inject, Injectable } from '@nestjs/common';
import { type EntityFacts, type Principal, confinedTo } from '#rights';
import { viewOwnerLimits } from './owner-limits.js';
import { type OwnerLimitsView } from './token.dto.js';

type TokenFacts = EntityFacts['token'];

/** The limits that the rights check holds the tokens of members to. */
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

  /** How many tokens a member may have, and has. The member's row is locked: two requests are counted one by one. */
  async lockRoom(transaction: Transaction, principal: Principal): Promise<TokenFacts['room']> {
    if (principal.kind !== 'user' || principal.role !== 'member') return undefined;
    const own = await new MemberLimitsRepository(transaction).lockMaxTokens(principal.userId);
    const max = own ?? (await this.usualMax(transaction));
    return { max, active: await this.tokens.countActive(transaction, principal.email) };
  }

  /** What a token of a member is held to. */
  factsFor(principal: Principal): Pick<TokenFacts, 'ownerLimits'> {
    const owner = confinedTo(principal);
    return owner === undefined ? {} : { ownerLimits: this.owners.find(owner) ?? null };
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
