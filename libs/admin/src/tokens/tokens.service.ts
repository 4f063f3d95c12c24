import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  BLANK_TOKEN,
  type TokenEntity,
  TokenListRepository,
  TokenRepository,
  UserRepository,
  withStoredBudget,
} from '#access';
import { describeChanges } from '#audit';
import { GatewayError } from '#canonical';
import { Database, type Page, type Transaction, mapPage } from '#database';
import { TOKEN_SPENDING_SORTS, type TokenSpending, TokenSpendingRepository } from '#metering';
import { SecretBox, generateTokenKey, hashTokenKey, tokenKeyHint } from '#secrets';
import { type ConfigOverride, ConfigOverrideRepository } from '#settings';
import { type Principal, authorizeChange, getOwnerScope } from '#rights';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { type BudgetStateView } from '../budgets/budget.dto.js';
import { BudgetStatesService } from '../budgets/budget-states.service.js';
import { switchFileEntry } from '../config-file/entry-override.js';
import { notFound } from '../input/id-param.js';
import { refuseFileEntry } from '../refuse-file-entry.js';
import { MemberTokenLimit } from './member-token-limit.js';
import { applySettings } from './token-settings.js';
import { getStatus, viewToken } from './token-view.js';
import {
  type ChangedTokenView,
  type IssuedTokenView,
  type NewTokenInput,
  type RotationInput,
  type TokenChangesInput,
  type TokenListQuery,
  type TokenSettings,
  type TokenView,
} from './token.dto.js';

const UNUSED: TokenSpending = { spentMicroUsd: 0 };

const NO_OLD_KEY = { oldKeyHash: null, oldKeyHint: null, oldKeyUntil: null } as const;

interface TokenChange {
  /** The locked row. */
  token: TokenEntity;
  columns: Partial<TokenEntity>;
  action: `token.${string}`;
}

interface LoadedFacts {
  spending: TokenSpending | undefined;
  override: ConfigOverride | undefined;
  budgets: BudgetStateView[] | undefined;
}

@Injectable()
export class TokensService {
  private readonly tokens: TokenListRepository;
  private readonly spending: TokenSpendingRepository;
  private readonly overrides: ConfigOverrideRepository;

  constructor(
    private readonly database: Database,
    private readonly secretBox: SecretBox,
    private readonly audit: AuditTrail,
    private readonly memberLimit: MemberTokenLimit,
    private readonly budgets: BudgetStatesService,
  ) {
    this.tokens = new TokenListRepository(database);
    this.spending = new TokenSpendingRepository(database);
    this.overrides = new ConfigOverrideRepository(database.manager);
  }

  async list({ principal }: Caller, query: TokenListQuery): Promise<Page<TokenView> & { total: number }> {
    const { expires_before: before, ...filter } = query;
    const tokenFilter = { ...filter, expiresBefore: before === undefined ? undefined : new Date(before) };
    const owner = getOwnerScope(principal);
    const page = await this.tokens.list(tokenFilter, owner, TOKEN_SPENDING_SORTS);
    const ids = page.data.map(({ id }) => id);
    const [spending, overrides] = [await this.spending.of(ids), await this.overrides.findByIds(ids)];
    const budgets = await this.budgets.ofTokens(principal, page.data);
    const view = (token: TokenEntity) =>
      this.viewWith(token, {
        spending: spending.get(token.id),
        override: overrides.get(token.id),
        budgets: budgets.get(token.id),
      });
    return { ...mapPage(page, view), total: await this.tokens.count(tokenFilter, owner) };
  }

  async show({ principal }: Caller, id: string): Promise<TokenView> {
    const token = await this.tokens.find(id, getOwnerScope(principal));
    if (token === null) throw notFound('token');
    return this.view(principal, token);
  }

  async create(caller: Caller, { name, ...settings }: NewTokenInput): Promise<IssuedTokenView> {
    const { principal } = caller;
    const key = generateTokenKey();
    const blank = { ...BLANK_TOKEN, id: randomUUID() };
    const given = await this.resolveOwner(setOwner(caller, settings));
    const { columns, generatedSecret } = applySettings(given, blank, this.secretBox);
    const after = { ...blank, ...columns, ...toKeyColumns(key), name, origin: 'console' as const };
    const token = await this.database.transaction(async (transaction) => {
      const tokenQuota = await this.memberLimit.lockQuota(transaction, principal);
      const facts = { ...this.memberLimit.getFacts(principal), isKeyGenerated: true, tokenQuota };
      const change = authorizeChange(principal, { kind: 'token', before: undefined, after, facts });
      const created = await new TokenRepository(transaction).create(change);
      await this.record(transaction, caller, 'token.create', undefined, created);
      return created;
    });
    return { ...(await this.view(principal, token)), key, ...viewSecret(generatedSecret) };
  }

  async change(
    caller: Caller,
    id: string,
    { name, ...settings }: TokenChangesInput,
  ): Promise<ChangedTokenView> {
    const given = await this.resolveOwner(setOwner(caller, settings));
    const { changed, generatedSecret } = await this.database.transaction(async (transaction) => {
      const token = await this.lockUsable(transaction, caller, id);
      const applied = applySettings(given, token, this.secretBox);
      const columns = name === undefined ? applied.columns : { ...applied.columns, name };
      const changed = await this.write(transaction, caller, { token, columns, action: 'token.change' });
      return { changed, generatedSecret: applied.generatedSecret };
    });
    return { ...(await this.view(caller.principal, changed)), ...viewSecret(generatedSecret) };
  }

  /** Issues a new key. The old one stays valid for a time, in which clients can switch to the new one. */
  async rotate(
    caller: Caller,
    id: string,
    { grace_seconds: seconds }: RotationInput,
  ): Promise<IssuedTokenView> {
    const key = generateTokenKey();
    const changed = await this.database.transaction(async (transaction) => {
      const token = await this.lockUsable(transaction, caller, id);
      const old = seconds === 0 ? NO_OLD_KEY : toOldKeyColumns(token, seconds);
      const columns = { ...toKeyColumns(key), ...old };
      return this.write(transaction, caller, { token, columns, action: 'token.rotate' });
    });
    return { ...(await this.view(caller.principal, changed)), key };
  }

  /** Ends the old key before it expires. */
  async endOldKey(caller: Caller, id: string): Promise<TokenView> {
    const changed = await this.database.transaction(async (transaction) => {
      const token = await this.lockUsable(transaction, caller, id);
      return this.write(transaction, caller, { token, columns: NO_OLD_KEY, action: 'token.end-old-key' });
    });
    return this.view(caller.principal, changed);
  }

  /** Permanent, except for a token of the config file: clearing its override enables it again. */
  async revoke(caller: Caller, id: string): Promise<TokenView> {
    const revoked = await this.database.transaction(async (transaction) => {
      const token = await this.lockActive(transaction, caller, id);
      if (token.origin !== 'file') refuseFileEntry(token, `The token "${token.name}"`);
      const columns = { enabled: false };
      return this.write(transaction, caller, { token, columns, action: 'token.revoke' });
    });
    return this.view(caller.principal, revoked);
  }

  /** Authorizes the change and writes the columns. A new key must have been generated here. */
  private async write(
    transaction: Transaction,
    caller: Caller,
    { token, columns, action }: TokenChange,
  ): Promise<TokenEntity> {
    const { principal } = caller;
    const after = { ...token, ...columns };
    const facts = { ...this.memberLimit.getFacts(principal), isKeyGenerated: true };
    const change = authorizeChange(principal, { kind: 'token', before: token, after, facts });
    if (token.origin === 'file') await switchFileEntry(transaction, caller, change);
    const changed = await new TokenRepository(transaction).update(change);
    await this.record(transaction, caller, action, token, changed);
    return changed;
  }

  /** Locks an active token that is not declared by the config file. */
  private async lockUsable(transaction: Transaction, caller: Caller, id: string): Promise<TokenEntity> {
    const token = await this.lockVisible(transaction, caller, id);
    refuseFileEntry(token, `The token "${token.name}"`);
    return requireActive(token);
  }

  private async lockActive(transaction: Transaction, caller: Caller, id: string): Promise<TokenEntity> {
    return requireActive(await this.lockVisible(transaction, caller, id));
  }

  private async lockVisible(
    transaction: Transaction,
    { principal }: Caller,
    id: string,
  ): Promise<TokenEntity> {
    const token = await this.tokens.lock(transaction, id, getOwnerScope(principal));
    if (token === null) throw notFound('token');
    return token;
  }

  /** Replaces an owner that is the e-mail address of a user, in any case, by the stored address. */
  private async resolveOwner(settings: TokenSettings): Promise<TokenSettings> {
    const { owner } = settings;
    if (owner === undefined || owner === null) return settings;
    const emails = await new UserRepository(this.database.manager).findEmails([owner]);
    return { ...settings, owner: emails.get(owner) ?? owner };
  }

  private async view(principal: Principal, token: TokenEntity): Promise<TokenView> {
    const spending = await this.spending.of([token.id]);
    const overrides = await this.overrides.findByIds([token.id]);
    const budgets = await this.budgets.ofToken(principal, token);
    const facts = { spending: spending.get(token.id), override: overrides.get(token.id), budgets };
    return this.viewWith(token, facts);
  }

  private viewWith(
    token: TokenEntity,
    { spending = UNUSED, override, budgets = [] }: LoadedFacts,
  ): TokenView {
    const ownerLimits = this.memberLimit.viewOwner(token.owner);
    return viewToken(token, spending, { ownerLimits, budgets, override });
  }

  private async record(
    transaction: Transaction,
    caller: Caller,
    action: `token.${string}`,
    ...states: [before: TokenEntity | undefined, after: TokenEntity]
  ): Promise<void> {
    const [, { id, name }] = states;
    const [before, after] = states.map((token) => token && toAuditState(token));
    await this.audit.record(transaction, caller, {
      action,
      subject: { type: 'token', id, name },
      changes: describeChanges(before, after, { secret: ['webhookSecret'] }),
    });
  }
}

function requireActive(token: TokenEntity): TokenEntity {
  if (getStatus(token) === 'active') return token;
  throw new GatewayError(
    'wrong-state',
    `This token is ${getStatus(token)} and cannot be changed. Create a new one.`,
  );
}

/** Sets the owner of a member's token to the member. Throws for another owner. */
function setOwner({ principal }: Caller, settings: TokenSettings): TokenSettings {
  const owner = getOwnerScope(principal);
  if (owner === undefined) return settings;
  if (settings.owner === undefined || settings.owner?.toLowerCase() === owner) return { ...settings, owner };
  throw new GatewayError(
    'forbidden',
    `"owner" must be ${owner}: members can only create tokens for themselves.`,
    {
      param: 'owner',
    },
  );
}

function toAuditState({
  keyHash: _keyHash,
  oldKeyHash: _oldKeyHash,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  webhookSecret,
  ...state
}: TokenEntity) {
  return { ...withStoredBudget(state), webhookSecret: webhookSecret?.toString('base64') ?? null };
}

function toKeyColumns(key: string): Pick<TokenEntity, 'keyHash' | 'keyHint'> {
  return { keyHash: hashTokenKey(key), keyHint: tokenKeyHint(key) };
}

function toOldKeyColumns({ keyHash, keyHint }: TokenEntity, graceSeconds: number): Partial<TokenEntity> {
  const oldKeyUntil = new Date(Date.now() + graceSeconds * 1_000);
  return { oldKeyHash: keyHash, oldKeyHint: keyHint, oldKeyUntil };
}

function viewSecret(webhookSecret: string | undefined): { webhook_secret?: string } {
  return webhookSecret === undefined ? {} : { webhook_secret: webhookSecret };
}
