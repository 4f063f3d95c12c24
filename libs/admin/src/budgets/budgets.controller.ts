import { Get, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { BudgetListQuery, BudgetListView } from './budget.dto.js';
import { BudgetStatesService } from './budget-states.service.js';

@AdminController('/api/budgets')
export class BudgetsController {
  constructor(private readonly budgets: BudgetStatesService) {}

  @Get()
  @AdminAccess({ scope: 'tokens:read', member: true })
  @Described({
    summary: 'List the most used budgets',
    description: 'Members see the budgets of their own tokens only. Revoked and expired tokens are omitted.',
    response: BudgetListView,
  })
  async list(
    @CurrentCaller() { principal }: Caller,
    @Query() { limit }: BudgetListQuery,
  ): Promise<BudgetListView> {
    return { data: await this.budgets.list(principal, limit) };
  }
}
