import { type LimitColumns, type StoredBudget, type TokenSettingColumns } from '#declarations';
import { type AdminScope } from './admin-scope.js';
import { type UserRole } from './principal.js';

/** The limits that all tokens of one owner share. */
export interface OwnerLimits {
  readonly limits: {
    readonly [Limit in Exclude<keyof LimitColumns, 'budget'>]?: NonNullable<LimitColumns[Limit]>;
  };
  readonly budget: StoredBudget | undefined;
  readonly models?: readonly string[] | undefined;
}

type SettingColumns = Omit<TokenSettingColumns, 'webhookSecret'>;

/** Every setting of a token, so that a rule can look at each. */
export type TokenState = { [Column in keyof SettingColumns]: ReadonlyValue<SettingColumns[Column]> } & {
  webhookSecret: Uint8Array | null;
  keyHash: Uint8Array;
  enabled: boolean;
};

type ReadonlyValue<Value> = Value extends string[] ? readonly string[] : Value;

/** The members of an entity that its rules use, by its kind. A stored entity has more. */
export interface EntityStates {
  token: TokenState;
  channel: { id: string; name: string };
  model: { id: string };
  /** What newer model data says of the models of a provider: prices, limits and parameters. */
  'model-facts': { provider: string };
  owner: { id: string };
  user: { id: string; email: string; role: UserRole; passwordHash: string };
  'admin-token': { scopes: readonly AdminScope[]; createdByUser: string | null; expiresAt: Date | null };
  'playground-token': { owner: string };
  setting: { key: string; value: unknown };
  /** The config file. Each of its entries is also a separate change. */
  config: { hash: string; generation?: number | undefined };
}

export type EntityKind = keyof EntityStates;

/** What the rules of a kind need beside the two states. For a missing fact, the stricter case applies. */
export interface EntityFacts {
  token: {
    /** False if the caller has chosen the key. */
    isKeyGenerated?: boolean;
    /** Null if the owner has no limits. Required if the caller is a member. */
    ownerLimits?: OwnerLimits | null;
    /** How many active tokens a member may have, and has. Required if a member creates one. */
    tokenQuota?: { max: number; active: number };
  };
  channel: object;
  model: object;
  'model-facts': object;
  owner: {
    /** Whether the owner is not a user: changing the limits of a user requires users:write. */
    isNoUser?: boolean;
  };
  user: {
    /** Whether nothing belongs to the e-mail address of a new user. */
    ownsNothing?: boolean;
  };
  'admin-token': object;
  'playground-token': object;
  setting: object;
  config: object;
}
