export { openResponseStore, type ResponseStoreOptions } from './open.repository.js';
export { openResponseQuota } from './response-quota.repository.js';
export { ResponseStore } from './response-store.js';
export { StoredResponseEntity } from './stored-response.entity.js';
export { STORED_RESPONSES_TABLES } from './table-retention.js';
export { type StoredResponse } from './stored-response.js';
