import { AddressList } from './address-list.js';
import { type Budget, type UseLimits, toLimits } from './limits.js';
import { type TokenEntity } from './token.entity.js';

/** What stands before the id of a token that has no owner, and so is one of its own. */
export const TOKEN_OWNER = 'token:';

/** A token as requests see it. */
export interface Token {
  readonly id: string;
  readonly name: string;
  /** Tokens of one owner see each other's stored things; a token without one stands alone. */
  readonly owner: string;
  readonly models: readonly string[] | undefined;
  /** Those that its owner may use, where that is a member with a list; such a token is held to both. */
  readonly ownerModels?: readonly string[] | undefined;
  readonly allowedAddresses: AddressList | undefined;
  readonly expiresAtMs: number;
  /** Called when something is done, where the request names nobody else. */
  readonly webhookUrl: string | undefined;
  readonly limits: UseLimits;
  readonly budget: Budget | undefined;
  /** How long answers to this token's requests are kept for equal ones; 0 where they are not. */
  readonly cacheTtlSeconds: number;
  /** For how many days what its requests ask and are answered is kept; 0 where none of it is. */
  readonly contentDays: number;
  readonly isEnabled: boolean;
  /** Whether it was shown with the key that another has replaced; it expires when that one's time is over. */
  readonly hasOldKey?: boolean;
  /** Of the key that it was found by, where that is one of somebody's session. */
  readonly sessionKeyHash?: string;
}

export function asToken(entity: TokenEntity): Token {
  return {
    id: entity.id,
    name: entity.name,
    owner: entity.owner ?? `${TOKEN_OWNER}${entity.id}`,
    models: entity.models ?? undefined,
    ownerModels: undefined,
    allowedAddresses: entity.allowedIps === null ? undefined : new AddressList(entity.allowedIps),
    expiresAtMs: entity.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    webhookUrl: entity.webhookUrl ?? undefined,
    ...toLimits(entity),
    cacheTtlSeconds: entity.cacheTtlSeconds ?? 0,
    contentDays: entity.contentDays ?? 0,
    isEnabled: entity.enabled,
    hasOldKey: false,
  };
}

/** The same token for whoever still shows its old key. */
export function withOldKey(token: Token, until: Date): Token {
  return { ...token, expiresAtMs: Math.min(token.expiresAtMs, until.getTime()), hasOldKey: true };
}
