import { isDeepStrictEqual } from 'node:util';
import { type AdminScope, allows } from './admin-scope.js';
import { type EntityKind } from './entity-states.js';
import { type Principal, type UserPrincipal } from './principal.js';
import { needsScope, onlyAdmins, passwordChangeRequired } from './refusals.js';
import { checkAdminToken } from './rules/admin-token-rules.js';
import { checkConfig } from './rules/config-rules.js';
import { checkOwner } from './rules/owner-rules.js';
import { checkToken } from './rules/token-rules.js';
import { checkUser } from './rules/user-rules.js';
import { type State, type WantedChange } from './wanted-change.js';

declare const CHECKED: unique symbol;

/** Only `authorizeChange` can create it: the class is not exported. */
class CheckedChange<Kind, Before, After> {
  /** Makes the type nominal: other objects of the same shape do not match. */
  declare readonly [CHECKED]: true;

  constructor(
    readonly kind: Kind,
    readonly before: Before,
    readonly after: After,
  ) {}

  /** The members of `after` that differ from `before`. */
  get changes(): Partial<After> {
    const oldMembers = new Map<string, unknown>(Object.entries(this.before ?? {}));
    const members = Object.entries(this.after ?? {}).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(oldMembers.get(name), value),
    );
    return Object.fromEntries(members) as Partial<After>;
  }
}

/**
 * A change that its principal may make. Repositories require it, so that no route, command or import can change an entity
 * without the check.
 */
export type AuthorizedChange<
  Kind extends EntityKind,
  Before extends State<Kind> = State<Kind>,
  After extends State<Kind> = State<Kind>,
> = CheckedChange<Kind, Before, After>;

type Rule<Kind extends EntityKind> = (principal: Principal, change: WantedChange<Kind>) => void;

/** The scope that an admin token needs to change entities of a kind; null if no admin token can. */
const WRITE_SCOPES: Readonly<Record<EntityKind, AdminScope | null>> = {
  token: 'tokens:write',
  channel: 'channels:write',
  model: 'models:write',
  'model-facts': 'models:write',
  owner: 'tokens:write',
  user: 'users:write',
  'admin-token': 'admin-tokens:write',
  'playground-token': null,
  setting: 'settings:write',
  config: 'config:write',
};

const noFurtherRules = (): void => undefined;

/** The rules for each kind beyond the scope. */
const RULES: { readonly [Kind in EntityKind]: Rule<Kind> } = {
  token: checkToken,
  channel: noFurtherRules,
  model: noFurtherRules,
  'model-facts': noFurtherRules,
  owner: checkOwner,
  user: checkUser,
  'admin-token': checkAdminToken,
  'playground-token': noFurtherRules,
  setting: noFurtherRules,
  config: checkConfig,
};

/** Throws a GatewayError of the kind `forbidden` if the principal may not make the change. */
export function authorizeChange<
  Kind extends EntityKind,
  Before extends State<Kind>,
  After extends State<Kind>,
>(principal: Principal, change: WantedChange<Kind, Before, After>): AuthorizedChange<Kind, Before, After> {
  const { kind, before, after } = change;
  requireKind(principal, change);
  RULES[kind](principal, change);
  return new CheckedChange(kind, before, after);
}

function requireKind(principal: Principal, change: WantedChange<EntityKind>): void {
  switch (principal.kind) {
    case 'operator':
      return;
    case 'user':
      return requireUser(principal, change);
    case 'admin-token': {
      const scope = WRITE_SCOPES[change.kind];
      if (scope === null) throw onlyAdmins();
      if (!allows(principal.scopes, scope)) throw needsScope(scope, `it changes a ${change.kind}`);
    }
  }
}

function requireUser(principal: UserPrincipal, change: WantedChange<EntityKind>): void {
  const isOwn = isOwnEntity(principal, change);
  if (principal.mustChangePassword && !(change.kind === 'user' && isOwn)) throw passwordChangeRequired();
  if (change.kind === 'playground-token' && !isOwn) throw onlyAdmins();
  if (principal.role !== 'admin' && !isOwn) throw onlyAdmins();
}

/** Whether the entity belongs to the user before and after the change. */
function isOwnEntity(
  { userId, email }: UserPrincipal,
  { kind, before, after }: WantedChange<EntityKind>,
): boolean {
  const states = [before, after].filter((state) => state !== undefined);
  switch (kind) {
    case 'token':
    case 'playground-token':
      return states.every((state) => 'owner' in state && state.owner === email);
    case 'user':
      return states.every((state) => 'id' in state && state.id === userId);
    default:
      return false;
  }
}
