export {
  AUTH_TYPES,
  type AuthType,
  type ChannelAuth,
  isSecretMember,
  listAuthSecrets,
  pickAuthSecrets,
} from './channel-auth.js';
export { CredentialFault } from './credential-fault.js';
export { type CredentialSource, type Credentials } from './credential-source.js';
export { CredentialSources } from './credential-sources.js';
export { CredentialsModule } from './credentials.module.js';
export { IdentityRules } from './identity/channel-identity.js';
export { type DeclaredBy } from './identity/declared-account.js';
