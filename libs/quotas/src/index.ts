export { DisplacingQuota } from './displacing-quota.js';
export { QuotasModule } from './quotas.module.js';
export { RefusingQuota } from './refusing-quota.js';
export { type StorageAmount, toKeptAmount } from './storage.js';
export { StorageUseRepository } from './storage-use.repository.js';
