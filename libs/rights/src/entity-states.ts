import { type AdminScope } from './admin-scope.js';
import { type UserRole } from './principal.js';

interface Budget {
  readonly microUsd: number;
  readonly period: 'total' | 'daily' | 'monthly';
}

interface Limits {
  rpm: number | null;
  tpm: number | null;
  concurrency: number | null;
  requestsPerDay: number | null;
  budget: Budget | null;
}

/** What all tokens of one owner may use together. */
export interface OwnerLimits {
  readonly limits: {
    readonly rpm?: number;
    readonly tpm?: number;
    readonly concurrency?: number;
    readonly requestsPerDay?: number;
  };
  readonly budget: Budget | undefined;
  readonly models?: readonly string[] | undefined;
}

export interface TokenState extends Limits {
  owner: string | null;
  keyHash: Uint8Array;
  models: readonly string[] | null;
  allowedIps: readonly string[] | null;
  expiresAt: Date | null;
  webhookUrl: string | null;
  webhookSecret: Uint8Array | null;
  contentDays: number | null;
  enabled: boolean;
}

/** The parts of an entity that its rules look at, by its kind. A stored entity has more. */
export interface EntityStates {
  token: TokenState;
  channel: { id: string; name: string };
  model: { id: string };
  owner: { id: string };
  user: { id: string; email: string; role: UserRole; passwordHash: string };
  'admin-token': { scopes: readonly AdminScope[]; createdByUser: string | null; expiresAt: Date | null };
  'playground-token': { owner: string };
  setting: { key: string; value: unknown };
  /** The file that declares entries. Each of its entries is a change of its own, too. */
  config: { hash: string; generation?: number | undefined };
}

export type EntityKind = keyof EntityStates;

/** What the rules of a kind need to know beside the two states. Where it is left out, the stricter answer counts. */
export interface EntityFacts {
  token: {
    /** False where the caller has chosen the key. */
    isKeyGenerated?: boolean;
    /** Null where nothing limits the owner. Needed where a member is the caller. */
    ownerLimits?: OwnerLimits | null;
    /** How many tokens a member may have, and has. Needed where a member creates one. */
    room?: { max: number; active: number };
  };
  channel: object;
  model: object;
  owner: {
    /** Whether the owner is not a user: the limits of users are changed with users:write. */
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
