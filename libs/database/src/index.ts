export { withSetupLock } from './advisory-lock.js';
export { ChangeFeed } from './change-feed.js';
export { connectDatabase } from './connect.js';
export { createDataSource } from './data-source.js';
export { migrateDatabase, runMigrations } from './migrate.js';
export { HeardClient } from './heard-client.js';
