import { type TableRetention } from '#database';

const BY_PEOPLE = 'Each row was created by a user or by the config file, and is deleted the same way.';

export const ACCESS_TABLES: readonly TableRetention[] = [
  { table: 'users', keptBecause: BY_PEOPLE },
  { table: 'tokens', keptBecause: BY_PEOPLE },
  { table: 'owners', keptBecause: BY_PEOPLE },
  {
    table: 'admin_tokens',
    keptBecause: 'Users create few of them, and the audit log names those that were revoked.',
  },
  { table: 'user_sessions', until: 'it expires or has been idle for too long', by: 'SignInMaintenance' },
  { table: 'sign_in_attempts', until: 'its failures no longer count', by: 'SignInMaintenance' },
  {
    table: 'known_networks',
    until: 'there has been no sign-in from it for a long time',
    by: 'SignInMaintenance',
  },
  { table: 'client_secrets', until: 'it expires', by: 'ClientSecretRepository' },
];
