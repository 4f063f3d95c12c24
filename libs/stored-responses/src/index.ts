export { ExpiredResponseRepository } from './expired-response.repository.js';
export { openResponseStore, type ResponseStoreOptions } from './open.repository.js';
export { ResponseStore } from './response-store.js';
export { StoredResponseEntity } from './stored-response.entity.js';
export { type StoredResponse } from './stored-response.js';
