export { DisplacingQuota } from './displacing-quota.js';
export { RefusingQuota } from './refusing-quota.js';
export { type StorageAmount } from './storage.js';
export { StorageUseRepository } from './storage-use.repository.js';
export { QUOTAS_TABLES } from './table-retention.js';
