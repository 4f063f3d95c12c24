import { AddressList } from './address-list.js';
import { type Budget, type UseLimits, toLimits } from './limits.js';
import { type TokenEntity } from './token.entity.js';

/** A token as requests see it. */
export interface Token {
  readonly id: string;
  readonly name: string;
  /** Tokens of one owner see each other's stored things; a token without one stands alone. */
  readonly owner: string;
  readonly models: readonly string[] | undefined;
  readonly allowedAddresses: AddressList | undefined;
  readonly expiresAtMs: number;
  /** Called when something is done, where the request names nobody else. */
  readonly webhookUrl: string | undefined;
  readonly limits: UseLimits;
  readonly budget: Budget | undefined;
  /** How long answers to this token's requests are kept for equal ones; 0 where they are not. */
  readonly cacheTtlSeconds: number;
  readonly isEnabled: boolean;
}

export function asToken(entity: TokenEntity): Token {
  return {
    id: entity.id,
    name: entity.name,
    owner: entity.owner ?? `token:${entity.id}`,
    models: entity.models ?? undefined,
    allowedAddresses: entity.allowedIps === null ? undefined : new AddressList(entity.allowedIps),
    expiresAtMs: entity.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    webhookUrl: entity.webhookUrl ?? undefined,
    ...toLimits(entity),
    cacheTtlSeconds: entity.cacheTtlSeconds ?? 0,
    isEnabled: entity.enabled,
  };
}
