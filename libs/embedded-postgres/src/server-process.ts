import type { ServerUser } from './server-user.js';

/**
 * The options for starting the programs of PostgreSQL. They do not get our environment: it contains secrets, and variables
 * such as PGDATA or LC_ALL would change the behavior and the language of the programs.
 */
export function serverProcessOptions(user: ServerUser | undefined) {
  // The other user may not be able to access the current folder.
  return { ...user, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' } };
}
