export { ExpiredResponseRepository } from './expired-response.repository.js';
export { ResponseStore } from './response-store.js';
export { StoredResponseEntity } from './stored-response.entity.js';
export { StoredResponseRepository } from './stored-response.repository.js';
export { type StoredResponse } from './stored-response.js';
