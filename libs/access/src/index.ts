export { AddressList } from './address-list.js';
export { AdminTokenRepository } from './admin-tokens/admin-token.repository.js';
export { type AdminToken } from './admin-tokens/admin-token.js';
export { authenticate, refuseInvalid } from './authenticate.js';
export { type ClientFacts } from './client-facts.js';
export { ClientSecretEntity } from './client-secret.entity.js';
export { ClientSecretRepository } from './client-secret.repository.js';
export { mayUseEveryModel, mayUseModel, requireModel } from './model-list.js';
export { OwnerDirectory } from './owner-directory.js';
export {
  type ListedOwner,
  OWNER_SORTS,
  OwnerListRepository,
  type OwnerSort,
} from './owner-list.repository.js';
export { MemberLimitsRepository } from './users/member-limits.repository.js';
export { OwnerEntity } from './owner.entity.js';
export { OwnerRepository, type OwnerSettings } from './owner.repository.js';
export { type PlannedOwner, planOwners } from './plan-owners.js';
export { type PlannedToken, planTokens } from './plan-tokens.js';
export { PlaygroundTokenRepository } from './playground-token.repository.js';
export { SessionDirectory } from './sessions/session-directory.js';
export { type NewSession, type SessionUser } from './sessions/session.js';
export { toNetwork } from './sign-in/address-subject.js';
export { type Lockout } from './sign-in/lockout.js';
export { SignInMaintenance } from './sign-in/sign-in-maintenance.js';
export { SignIn, type SignInOptions } from './sign-in/sign-in.js';
export {
  readStoredBudget,
  toBudgetEntry,
  toBudgetWindows,
  withStoredBudget,
  writeStoredBudget,
} from './budget-values.js';
export { type LimitColumns, limitColumns } from './limits.js';
export { toGivenSettingColumns, toSettingValues } from './setting-columns.js';
export { StoredTokens } from './stored-tokens.js';
export { openWebhookSecret, replaceWebhookSecret } from './stored-webhook-secret.js';
export { TOKEN_OWNER, asToken, type Token } from './token.js';
export { TokenDirectory } from './token-directory.js';
export { TokenEntity } from './token.entity.js';
export { TOKEN_SORTS, TokenListRepository } from './token-list.repository.js';
export { BLANK_TOKEN, type StoredToken, TokenRepository } from './token.repository.js';
export {
  MAX_PASSWORD_CHARACTERS,
  MIN_PASSWORD_CHARACTERS,
  requireGoodPassword,
} from './users/new-password.js';
export { generatePassword, hashPassword, isOutdatedHash, verifyPassword } from './users/password.js';
export { UserEntity } from './users/user.entity.js';
export { USER_SORTS, UserListRepository } from './users/user-list.repository.js';
export { type UserCheck, UserRepository } from './users/user.repository.js';
export { WebhookSecrets } from './webhook-secrets.js';
export { AccessModule } from './access.module.js';
