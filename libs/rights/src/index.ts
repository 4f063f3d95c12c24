export { ADMIN_SCOPES, type AdminScope, allows } from './admin-scope.js';
export { type AuthorizedChange, authorizeChange } from './authorize-change.js';
export { type EntityFacts } from './entity-states.js';
export { allowsModel } from './model-list.js';
export { OPERATOR, type Principal, type UserPrincipal, type UserRole, getOwnerScope } from './principal.js';
export { onlyAdmins, passwordChangeRequired } from './refusals.js';
