import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { BLANK_TOKEN, type TokenEntity, TokenListRepository, TokenRepository, UserRepository } from '#access';
import { describeChanges } from '#audit';
import { GatewayError } from '#canonical';
import { Database, type Page, type Transaction, mapPage } from '#database';
import { type TokenSpending, TokenSpendingRepository } from '#metering';
import { SecretBox, generateTokenKey, hashTokenKey, tokenKeyHint } from '#secrets';
import { type ConfigOverride, ConfigOverrideRepository } from '#settings';
import { authorizeChange, confinedTo } from '#rights';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
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

interface WantedTokenChange {
  /** Locked. */
  token: TokenEntity;
  columns: Partial<TokenEntity>;
  action: `token.${string}`;
}

@Injectable()
export class TokensService {
  private readonly spending: TokenSpendingRepository;
  private readonly overrides: ConfigOverrideRepository;

  constructor(
    private readonly database: Database,
    private readonly tokens: TokenListRepository,
    private readonly secretBox: SecretBox,
    private readonly audit: AuditTrail,
    private readonly memberLimit: MemberTokenLimit,
  ) {
    this.spending = new TokenSpendingRepository(database);
    this.overrides = new ConfigOverrideRepository(database.manager);
  }

  async list({ principal }: Caller, query: TokenListQuery): Promise<Page<TokenView>> {
    const { expires_before: before, ...filter } = query;
    const expiresBefore = before === undefined ? undefined : new Date(before);
    const page = await this.tokens.list({ ...filter, expiresBefore }, confinedTo(principal));
    const ids = page.data.map(({ id }) => id);
    const [spending, overrides] = [await this.spending.of(ids), await this.overrides.findByIds(ids)];
    return mapPage(page, (token) => this.viewWith(token, spending.get(token.id), overrides.get(token.id)));
  }

  async show({ principal }: Caller, id: string): Promise<TokenView> {
    const token = await this.tokens.find(id, confinedTo(principal));
    if (token === null) throw notFound('token');
    return this.view(token);
  }

  async create(caller: Caller, { name, ...settings }: NewTokenInput): Promise<IssuedTokenView> {
    const { principal } = caller;
    const key = generateTokenKey();
    const blank = { ...BLANK_TOKEN, id: randomUUID() };
    const given = await this.withKnownOwner(ownSettings(caller, settings));
    const { columns, madeUpSecret } = applySettings(given, blank, this.secretBox);
    const after = { ...blank, ...columns, ...keyColumns(key), name, origin: 'console' as const };
    const token = await this.database.transaction(async (transaction) => {
      const room = await this.memberLimit.lockRoom(transaction, principal);
      const facts = { ...this.memberLimit.factsFor(principal), isKeyGenerated: true, room };
      const change = authorizeChange(principal, { kind: 'token', before: undefined, after, facts });
      const created = await new TokenRepository(transaction).create(change);
      await this.record(transaction, caller, 'token.create', undefined, created);
      return created;
    });
    return { ...this.viewWith(token), key, ...shownOnce(madeUpSecret) };
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
      const columns = name === undefined ? applied.columns : { ...applied.columns, name };
      const changed = await this.write(transaction, caller, { token, columns, action: 'token.change' });
      return { changed, madeUpSecret: applied.madeUpSecret };
    });
    return { ...(await this.view(changed)), ...shownOnce(madeUpSecret) };
  }

  /** A new key. The former one can be used for a while, so that clients can be given the new one. */
  async rotate(
    caller: Caller,
    id: string,
    { grace_seconds: seconds }: RotationInput,
  ): Promise<IssuedTokenView> {
    const key = generateTokenKey();
    const changed = await this.database.transaction(async (transaction) => {
      const token = await this.lockUsable(transaction, caller, id);
      const old = seconds === 0 ? NO_OLD_KEY : oldKeyColumns(token, seconds);
      const columns = { ...keyColumns(key), ...old };
      return this.write(transaction, caller, { token, columns, action: 'token.rotate' });
    });
    return { ...(await this.view(changed)), key };
  }

  /** Ends the old key before its time. */
  async endOldKey(caller: Caller, id: string): Promise<TokenView> {
    const changed = await this.database.transaction(async (transaction) => {
      const token = await this.lockUsable(transaction, caller, id);
      return this.write(transaction, caller, { token, columns: NO_OLD_KEY, action: 'token.end-old-key' });
    });
    return this.view(changed);
  }

  /** For good: a revoked token never comes back, unless a config file declares it and the override is cleared. */
  async revoke(caller: Caller, id: string): Promise<TokenView> {
    const revoked = await this.database.transaction(async (transaction) => {
      const token = await this.lockActive(transaction, caller, id);
      if (token.origin !== 'file') refuseFileEntry(token, `The token "${token.name}"`);
      const columns = { enabled: false };
      return this.write(transaction, caller, { token, columns, action: 'token.revoke' });
    });
    return this.view(revoked);
  }

  /** Writes the columns where the caller may change them. Keys among them were generated here. */
  private async write(
    transaction: Transaction,
    caller: Caller,
    { token, columns, action }: WantedTokenChange,
  ): Promise<TokenEntity> {
    const { principal } = caller;
    const after = { ...token, ...columns };
    const facts = { ...this.memberLimit.factsFor(principal), isKeyGenerated: true };
    const change = authorizeChange(principal, { kind: 'token', before: token, after, facts });
    if (token.origin === 'file')
      await switchFileEntry(transaction, caller, { change, entry: token, enabled: after.enabled });
    const changed = await new TokenRepository(transaction).update(change);
    await this.record(transaction, caller, action, token, changed);
    return changed;
  }

  /** One that may be changed here. */
  private async lockUsable(transaction: Transaction, caller: Caller, id: string): Promise<TokenEntity> {
    const token = await this.lockKnown(transaction, caller, id);
    refuseFileEntry(token, `The token "${token.name}"`);
    return requireActive(token);
  }

  private async lockActive(transaction: Transaction, caller: Caller, id: string): Promise<TokenEntity> {
    return requireActive(await this.lockKnown(transaction, caller, id));
  }

  private async lockKnown(transaction: Transaction, { principal }: Caller, id: string): Promise<TokenEntity> {
    const token = await this.tokens.lock(transaction, id, confinedTo(principal));
    if (token === null) throw notFound('token');
    return token;
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
    const overrides = await this.overrides.findByIds([token.id]);
    return this.viewWith(token, spending.get(token.id), overrides.get(token.id));
  }

  private viewWith(token: TokenEntity, spending = UNUSED, override?: ConfigOverride): TokenView {
    return viewToken(token, spending, { ownerLimits: this.memberLimit.viewOwner(token.owner), override });
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

function requireActive(token: TokenEntity): TokenEntity {
  if (getStatus(token) === 'active') return token;
  throw new GatewayError(
    'wrong-state',
    `This token is ${getStatus(token)} and stays as it is. Create another.`,
  );
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
  oldKeyHash: _oldKeyHash,
  createdAt: _createdAt,
  updatedAt: _updatedAt,
  webhookSecret,
  ...state
}: TokenEntity) {
  return { ...state, webhookSecret: webhookSecret?.toString('base64') ?? null };
}

function keyColumns(key: string): Pick<TokenEntity, 'keyHash' | 'keyHint'> {
  return { keyHash: hashTokenKey(key), keyHint: tokenKeyHint(key) };
}

function oldKeyColumns({ keyHash, keyHint }: TokenEntity, graceSeconds: number): Partial<TokenEntity> {
  const oldKeyUntil = new Date(Date.now() + graceSeconds * 1_000);
  return { oldKeyHash: keyHash, oldKeyHint: keyHint, oldKeyUntil };
}

function shownOnce(webhookSecret: string | undefined): { webhook_secret?: string } {
  return webhookSecret === undefined ? {} : { webhook_secret: webhookSecret };
}
