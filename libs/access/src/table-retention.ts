import { type TableRetention } from '#database';

const BY_PEOPLE =
  'Each row was made by a person or stands in the config file, and is deleted by whoever made it.';

export const ACCESS_TABLES: readonly TableRetention[] = [
  { table: 'users', keptBecause: BY_PEOPLE },
  { table: 'tokens', keptBecause: BY_PEOPLE },
  { table: 'owners', keptBecause: BY_PEOPLE },
  {
    table: 'admin_tokens',
    keptBecause: 'Made by people, too few to matter, and the audit log names those that were revoked.',
  },
  { table: 'user_sessions', until: 'it expires, or was not used for long', by: 'SignInMaintenance' },
  { table: 'sign_in_attempts', until: 'its failures count no more', by: 'SignInMaintenance' },
  { table: 'known_networks', until: 'nobody has signed in from it for long', by: 'SignInMaintenance' },
  { table: 'client_secrets', until: 'it expires', by: 'ClientSecretRepository' },
];
