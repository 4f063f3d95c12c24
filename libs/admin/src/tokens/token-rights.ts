import { GatewayError } from '#canonical';
import { type Principal, confinedTo } from '../access/principal.js';

type Owner = string | null;

/**
 * Throws where a script that may only look after tokens puts one in somebody's name: whoever holds a token of an owner
 * reads what that owner has stored.
 */
export function requireOwnerRights(principal: Principal, before: Owner, after: Owner): void {
  if (before === after || principal.kind !== 'admin-token' || principal.scopes.includes('*')) return;
  throw new GatewayError(
    'forbidden',
    '"owner" can only be set with the scope *: whoever holds a token of an owner sees all that the owner has stored.',
    { param: 'owner', code: 'missing_scope' },
  );
}

/** What happens to the videos of an owner is told to the webhook. */
export function requireWebhookRights(principal: Principal, owner: Owner): void {
  if (owner === null || principal.kind !== 'admin-token' || principal.scopes.includes('*')) return;
  throw new GatewayError(
    'forbidden',
    '"webhook" of a token that has an owner can only be set with the scope *: it is told what that owner does.',
    { param: 'webhook', code: 'missing_scope' },
  );
}

/** Throws where a script would be given the key of somebody's token. */
export function requireKeyRights(principal: Principal, owner: Owner): void {
  if (owner === null || principal.kind !== 'admin-token' || principal.scopes.includes('*')) return;
  throw new GatewayError(
    'forbidden',
    'A token that has an owner can only be rotated with the scope *: whoever holds its key sees all that the owner has stored.',
    { code: 'missing_scope' },
  );
}

/** Whoever uses the token is recorded: that is not for a member to begin or end, nor for a script that looks after tokens. */
export function requireContentRights(principal: Principal): void {
  const isMember = confinedTo(principal) !== undefined;
  const isMinor = principal.kind === 'admin-token' && !principal.scopes.includes('*');
  if (!isMember && !isMinor) return;
  throw new GatewayError(
    'forbidden',
    `"store_content" can only be set ${isMember ? 'by an admin' : 'with the scope *'}: it has prompts and answers kept.`,
    { param: 'store_content', ...(isMember ? {} : { code: 'missing_scope' }) },
  );
}
