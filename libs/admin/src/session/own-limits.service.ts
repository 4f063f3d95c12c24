import { Database } from '#database';
import { type UserPrincipal } from '#rights';
import { Injectable } from '@nestjs/common';
import { BudgetStatesService } from '../budgets/budget-states.service.js';
import { MemberTokenLimit } from '../tokens/member-token-limit.js';
import { type OwnLimitsView } from './session.dto.js';

/** The limits and the budget that all tokens of the signed-in user share. */
@Injectable()
export class OwnLimitsService {
  constructor(
    private readonly database: Database,
    private readonly memberLimit: MemberTokenLimit,
    private readonly budgets: BudgetStatesService,
  ) {}

  async show(principal: UserPrincipal): Promise<OwnLimitsView> {
    const { max, active } = await this.memberLimit.countTokens(this.database.manager, principal);
    return {
      together: this.memberLimit.viewOwner(principal.email),
      max_tokens: principal.role === 'member' ? max : null,
      active_tokens: active,
      budgets: await this.budgets.ofOwner(principal.email),
    };
  }
}
