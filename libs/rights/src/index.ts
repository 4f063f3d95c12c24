export { ADMIN_SCOPES, type AdminScope, allows } from './admin-scope.js';
export { type AuthorizedChange, authorizeChange } from './authorize-change.js';
export { type EntityFacts, type EntityKind, type EntityStates, type OwnerLimits } from './entity-states.js';
export { allowsModel, coversModel } from './model-list.js';
export {
  type AdminTokenPrincipal,
  OPERATOR,
  type Principal,
  type UserPrincipal,
  type UserRole,
  confinedTo,
} from './principal.js';
export { needsScope, onlyAdmins, passwordChangeRequired } from './refusals.js';
export { refuseForeignFiles } from './rules/channel-rules.js';
