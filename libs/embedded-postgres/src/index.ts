export type { EmbeddedPostgres } from './embedded-postgres.js';
export { locateEmbeddedPostgres } from './locate-embedded-postgres.js';
export { startEmbeddedPostgres } from './start-embedded-postgres.js';
