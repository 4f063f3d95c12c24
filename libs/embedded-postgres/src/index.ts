export { linkLibraries } from './binaries.js';
export { prepareApplicationRole } from './application-role.js';
export type { EmbeddedPostgres } from './embedded-postgres.js';
export { locateEmbeddedPostgres } from './locate-embedded-postgres.js';
export { hasEmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.js';
