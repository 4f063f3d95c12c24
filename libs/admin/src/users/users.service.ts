import {
  type LimitColumns,
  type UserCheck,
  type UserEntity,
  UserListRepository,
  UserRepository,
  generatePassword,
  hashPassword,
  limitColumns,
  requireGoodPassword,
  withStoredBudget,
} from '#access';
import { describeChanges } from '#audit';
import { GatewayError } from '#canonical';
import { Database, type Page, type Transaction, mapPage } from '#database';
import { type Principal, authorizeChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { type Caller } from '../access/caller.js';
import { toRevocation } from '../admin-tokens/admin-tokens.service.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { toBudgetView } from '../budgets/budget-view.js';
import { notFound } from '../input/id-param.js';
import {
  type MemberLimits,
  type NewUserInput,
  type UserChangesInput,
  type UserListQuery,
  type UserView,
  type UserWithPasswordView,
} from './user.dto.js';

@Injectable()
export class UsersService {
  private readonly users: UserRepository;

  constructor(
    private readonly database: Database,
    private readonly lists: UserListRepository,
    private readonly audit: AuditTrail,
  ) {
    this.users = new UserRepository(database);
  }

  async list(query: UserListQuery): Promise<Page<UserView>> {
    return mapPage(await this.lists.list(query), viewUser);
  }

  async show(id: string): Promise<UserView> {
    const user = await this.users.findById(id);
    if (user === null) throw notFound('user');
    return viewUser(user);
  }

  async create(caller: Caller, { email, role, password }: NewUserInput): Promise<UserWithPasswordView> {
    if (password !== undefined) requireGoodPassword(password);
    const isGenerated = password === undefined;
    const chosen = password ?? generatePassword();
    const passwordHash = await hashPassword(chosen);
    const user = await this.database.transaction(async (transaction) => {
      const users = new UserRepository(transaction);
      const after = { id: randomUUID(), email, role, passwordHash, mustChangePassword: isGenerated };
      const facts = { ownsNothing: !(await users.ownsAnything(email)) };
      const change = { kind: 'user', before: undefined, after, facts } as const;
      const created = await users.create(authorizeChange(caller.principal, change));
      await this.record(transaction, caller, 'user.create', undefined, created);
      return created;
    });
    return { ...viewUser(user), ...(isGenerated ? { password: chosen } : {}) };
  }

  async change(caller: Caller, id: string, { role, disabled, limits }: UserChangesInput): Promise<UserView> {
    const isReduction = role === 'member' || disabled === true;
    if (isReduction) refuseOwnAccount(caller.principal, id, 'Another admin must disable or demote it.');
    const user = await this.database.transaction(async (transaction) => {
      const users = new UserRepository(transaction);
      const changes = { role, isDisabled: disabled, limits: toMemberLimitColumns(limits) };
      const changed = await users.update(id, changes, new Date(), createCheck(caller));
      if (changed === null) throw notFound('user');
      await this.record(transaction, caller, 'user.change', changed.before, changed.user);
      for (const token of changed.revokedAdminTokens) {
        await this.audit.record(transaction, caller, toRevocation(token));
      }
      return changed.user;
    });
    return viewUser(user);
  }

  async resetPassword(caller: Caller, id: string): Promise<UserWithPasswordView> {
    refuseOwnAccount(caller.principal, id, 'Change its password with POST /api/session/password.');
    const password = generatePassword();
    const passwordHash = await hashPassword(password);
    const user = await this.database.transaction(async (transaction) => {
      const users = new UserRepository(transaction);
      const isSet = await users.setPassword(
        id,
        { passwordHash, mustChangePassword: true },
        createCheck(caller),
      );
      const changed = isSet ? await users.findById(id) : null;
      if (changed === null) throw notFound('user');
      await this.audit.record(transaction, caller, {
        action: 'user.reset-password',
        subject: toSubject(changed),
        changes: { password: 'changed' },
      });
      return changed;
    });
    return { ...viewUser(user), password };
  }

  private async record(
    transaction: Transaction,
    caller: Caller,
    action: `user.${string}`,
    ...states: [before: UserEntity | undefined, after: UserEntity]
  ): Promise<void> {
    const [before, after] = states.map((user) => user && toAuditState(user));
    await this.audit.record(transaction, caller, {
      action,
      subject: toSubject(states[1]),
      changes: describeChanges(before, after),
    });
  }
}

function createCheck({ principal }: Caller): UserCheck {
  return (before, after) => authorizeChange(principal, { kind: 'user', before, after });
}

function toSubject({ id, email: name }: UserEntity) {
  return { type: 'user', id, name };
}

function toAuditState(user: UserEntity) {
  const { email, role, disabledAt, mustChangePassword } = user;
  const { rpm, tpm, concurrency, requestsPerDay, budget, maxTokens, models } = user;
  const limits = withStoredBudget({ rpm, tpm, concurrency, requestsPerDay, budget, maxTokens, models });
  return { email, role, disabledAt, mustChangePassword, ...limits };
}

/** Throws if admins would lock themselves out, or reset their own password without the current one. */
function refuseOwnAccount(principal: Principal, userId: string, advice: string): void {
  if (principal.kind !== 'user' || principal.userId !== userId) return;
  throw new GatewayError('wrong-state', `This is your own account. ${advice}`, { code: 'own_account' });
}

function viewUser(user: UserEntity): UserView {
  return {
    id: user.id,
    email: user.email,
    role: user.role,
    disabled: user.disabledAt !== null,
    must_change_password: user.mustChangePassword,
    limits: viewMemberLimits(user),
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    disabled_at: user.disabledAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
}

type Columns = LimitColumns & Pick<UserEntity, 'maxTokens' | 'models'>;

/** The columns of the given limits. Other columns do not change. */
function toMemberLimitColumns(limits: MemberLimits = {}): Partial<Columns> {
  const columns = {
    maxTokens: limits.max_tokens,
    rpm: limits.rpm,
    tpm: limits.tpm,
    concurrency: limits.concurrency,
    requestsPerDay: limits.requests_per_day,
    budget: limits.budget && limitColumns({ budget: limits.budget }).budget,
    models: limits.models,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));
}

function viewMemberLimits(user: Columns): Required<MemberLimits> {
  const { maxTokens, rpm, tpm, concurrency, requestsPerDay, budget, models } = user;
  return {
    max_tokens: maxTokens,
    rpm,
    tpm,
    concurrency,
    requests_per_day: requestsPerDay,
    budget: budget && toBudgetView(budget),
    models,
  };
}
