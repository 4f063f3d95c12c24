import { MemberLimitsRepository, TokenListRepository } from '#access';
import { GatewayError } from '#canonical';
import { CONFIG, type Config } from '#config';
import { type Transaction } from '#database';
import { SettingRepository, resolveSettings } from '#settings';
import { Inject, Injectable } from '@nestjs/common';
import { type Principal } from '../access/principal.js';

/** Keeps members from making tokens without end. */
@Injectable()
export class MemberTokenLimit {
  private readonly file: Config['file'];

  constructor(
    private readonly tokens: TokenListRepository,
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

  private async usualMax(transaction: Transaction): Promise<number> {
    const settings = resolveSettings(this.file, await new SettingRepository(transaction).findAll());
    return settings.find(({ key }) => key === 'members.max_tokens')?.value as number;
  }
}
