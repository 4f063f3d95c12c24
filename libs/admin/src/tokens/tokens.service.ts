import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type TokenEntity, TokenListRepository, UserRepository } from '#access';
import { describeChanges } from '#audit';
import { GatewayError, MICRO_USD_PER_USD } from '#canonical';
import { Database, type Page, type Transaction, mapPage } from '#database';
import { type TokenSpending, TokenSpendingRepository } from '#metering';
import { SecretBox, generateTokenKey, hashTokenKey, tokenKeyHint } from '#secrets';
import { type Caller } from '../access/caller.js';
import { type Principal, confinedTo } from '../access/principal.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { notFound } from '../input/id-param.js';
import { refuseFileEntry } from '../refuse-file-entry.js';
import { MemberTokenLimit } from './member-token-limit.js';
import { applySettings, refuseLoosening } from './token-settings.js';
import {
  type ChangedTokenView,
  type IssuedTokenView,
  type NewTokenInput,
  type TokenChangesInput,
  type TokenListQuery,
  type TokenSettings,
  type TokenView,
} from './token.dto.js';

const UNUSED: TokenSpending = { spentMicroUsd: 0 };

const NO_SETTINGS = {
  owner: null,
  models: null,
  rpm: null,
  tpm: null,
  concurrency: null,
  requestsPerDay: null,
  budget: null,
  expiresAt: null,
  allowedIps: null,
  webhookUrl: null,
  webhookSecret: null,
  cacheTtlSeconds: null,
} as const;

type Owner = string | null;

@Injectable()
export class TokensService {
  private readonly spending: TokenSpendingRepository;

  constructor(
    private readonly database: Database,
    private readonly tokens: TokenListRepository,
    private readonly secretBox: SecretBox,
    private readonly audit: AuditTrail,
    private readonly memberLimit: MemberTokenLimit,
  ) {
    this.spending = new TokenSpendingRepository(database);
  }

  async list({ principal }: Caller, query: TokenListQuery): Promise<Page<TokenView>> {
    const page = await this.tokens.list(query, confinedTo(principal));
    const spending = await this.spending.of(page.data.map(({ id }) => id));
    return mapPage(page, (token) => viewToken(token, spending.get(token.id) ?? UNUSED));
  }

  async show({ principal }: Caller, id: string): Promise<TokenView> {
    const token = await this.tokens.find(id, confinedTo(principal));
    if (token === null) throw notFound('token');
    return this.view(token);
  }

  async create(caller: Caller, { name, ...settings }: NewTokenInput): Promise<IssuedTokenView> {
    const key = generateTokenKey();
    const blank = { ...NO_SETTINGS, id: randomUUID() };
    const given = await this.withKnownOwner(ownSettings(caller, settings));
    requireOwnerRights(caller.principal, null, given.owner ?? null);
    const { columns, madeUpSecret } = applySettings(given, blank, this.secretBox);
    const keyed = { keyHash: hashTokenKey(key), keyHint: tokenKeyHint(key) };
    const token = await this.database.transaction(async (transaction) => {
      const row = { ...blank, ...columns, ...keyed, name, enabled: true, origin: 'console' as const };
      await this.memberLimit.requireRoom(transaction, caller.principal);
      const created = await this.tokens.insert(transaction, row);
      await this.record(transaction, caller, 'token.create', undefined, created);
      return created;
    });
    return { ...viewToken(token, UNUSED), key, ...shownOnce(madeUpSecret) };
  }

  async change(
    caller: Caller,
    id: string,
    { name, ...settings }: TokenChangesInput,
  ): Promise<ChangedTokenView> {
    const given = await this.withKnownOwner(ownSettings(caller, settings));
    const { changed, madeUpSecret } = await this.database.transaction(async (transaction) => {
      const token = await this.lockUsable(transaction, caller, id);
      const applied = applySettings(given, token, this.secretBox);
      requireOwnerRights(caller.principal, token.owner, { ...token, ...applied.columns }.owner);
      if (given.webhook !== undefined) requireWebhookRights(caller.principal, token.owner);
      if (confinedTo(caller.principal) !== undefined) refuseLoosening(token, applied.columns);
      const columns = name === undefined ? applied.columns : { ...applied.columns, name };
      const isChange = Object.keys(columns).length > 0;
      const changed = isChange ? await this.tokens.update(transaction, id, columns) : token;
      await this.record(transaction, caller, 'token.change', token, changed);
      return { changed, madeUpSecret: applied.madeUpSecret };
    });
    return { ...(await this.view(changed)), ...shownOnce(madeUpSecret) };
  }

  /** For good: what was revoked never comes back. */
  async revoke(caller: Caller, id: string): Promise<TokenView> {
    const revoked = await this.database.transaction(async (transaction) => {
      const token = await this.lockUsable(transaction, caller, id);
      const changed = await this.tokens.update(transaction, id, { enabled: false });
      await this.record(transaction, caller, 'token.revoke', token, changed);
      return changed;
    });
    return this.view(revoked);
  }

  private async lockUsable(
    transaction: Transaction,
    { principal }: Caller,
    id: string,
  ): Promise<TokenEntity> {
    const token = await this.tokens.lock(transaction, id, confinedTo(principal));
    if (token === null) throw notFound('token');
    refuseFileEntry(token, `The token "${token.name}"`);
    if (getStatus(token) === 'active') return token;
    throw new GatewayError(
      'wrong-state',
      `This token is ${getStatus(token)} and stays as it is. Create another.`,
    );
  }

  /** An e-mail address of a user is that user, however it is written. */
  private async withKnownOwner(settings: TokenSettings): Promise<TokenSettings> {
    const { owner } = settings;
    if (owner === undefined || owner === null) return settings;
    const emails = await new UserRepository(this.database.manager).emailsAmong([owner]);
    return { ...settings, owner: emails.get(owner) ?? owner };
  }

  private async view(token: TokenEntity): Promise<TokenView> {
    const spending = await this.spending.of([token.id]);
    return viewToken(token, spending.get(token.id) ?? UNUSED);
  }

  private async record(
    transaction: Transaction,
    caller: Caller,
    action: `token.${string}`,
    ...states: [before: TokenEntity | undefined, after: TokenEntity]
  ): Promise<void> {
    const [, { id, name }] = states;
    const [before, after] = states.map((token) => token && auditedState(token));
    await this.audit.record(transaction, caller, {
      action,
      subject: { type: 'token', id, name },
      changes: describeChanges(before, after, { secret: ['webhookSecret'] }),
    });
  }
}

/** What a member makes is theirs, and stays so. */
function ownSettings({ principal }: Caller, settings: TokenSettings): TokenSettings {
  const owner = confinedTo(principal);
  if (owner === undefined) return settings;
  if (settings.owner === undefined || settings.owner?.toLowerCase() === owner) return { ...settings, owner };
  throw new GatewayError('forbidden', `"owner" can only be ${owner}: members have tokens of their own.`, {
    param: 'owner',
  });
}

function auditedState({
  keyHash: _keyHash,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  webhookSecret,
  ...state
}: TokenEntity) {
  return { ...state, webhookSecret: webhookSecret?.toString('base64') ?? null };
}

function shownOnce(webhookSecret: string | undefined): { webhook_secret?: string } {
  return webhookSecret === undefined ? {} : { webhook_secret: webhookSecret };
}

/**
 * Throws where a script that may only look after tokens puts one in somebody's name: whoever holds a token of an owner
 * reads what that owner has stored.
 */
function requireOwnerRights(principal: Principal, before: Owner, after: Owner): void {
  if (before === after || principal.kind !== 'admin-token' || principal.scopes.includes('*')) return;
  throw new GatewayError(
    'forbidden',
    '"owner" can only be set with the scope *: whoever holds a token of an owner sees all that the owner has stored.',
    { param: 'owner', code: 'missing_scope' },
  );
}

/** What happens to the videos of an owner is told to the webhook. */
function requireWebhookRights(principal: Principal, owner: Owner): void {
  if (owner === null || principal.kind !== 'admin-token' || principal.scopes.includes('*')) return;
  throw new GatewayError(
    'forbidden',
    '"webhook" of a token that has an owner can only be set with the scope *: it is told what that owner does.',
    { param: 'webhook', code: 'missing_scope' },
  );
}

function viewToken(token: TokenEntity, { spentMicroUsd, lastUsedAt }: TokenSpending): TokenView {
  const { budget, webhookUrl } = token;
  return {
    id: token.id,
    name: token.name,
    key_hint: token.keyHint,
    status: getStatus(token),
    origin: token.origin,
    read_only: token.origin === 'file',
    owner: token.owner,
    models: token.models,
    rpm: token.rpm,
    tpm: token.tpm,
    concurrency: token.concurrency,
    requests_per_day: token.requestsPerDay,
    budget: budget === null ? null : { usd: budget.microUsd / MICRO_USD_PER_USD, period: budget.period },
    expires_at: token.expiresAt?.toISOString() ?? null,
    allowed_ips: token.allowedIps,
    webhook: webhookUrl === null ? null : { url: webhookUrl, has_secret: token.webhookSecret !== null },
    cache_ttl_seconds: token.cacheTtlSeconds,
    spent_usd: spentMicroUsd / MICRO_USD_PER_USD,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    created_at: token.createdAt.toISOString(),
    updated_at: token.updatedAt.toISOString(),
  };
}

function getStatus({ enabled, expiresAt }: TokenEntity): TokenView['status'] {
  if (expiresAt !== null && expiresAt.getTime() <= Date.now()) return 'expired';
  return enabled ? 'active' : 'revoked';
}
