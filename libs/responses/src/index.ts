export { type BackgroundRequest } from './background/background-response.js';
export { BackgroundResponses } from './background/background-responses.js';
export { type EventPage } from './background/events.repository.js';
export { openBackgroundResponses, openResponseWorker } from './background/open.repository.js';
export { ResponseWorker } from './background/work/response-worker.js';
export { type WorkSettings as ResponseWorkSettings } from './background/work/work-parts.js';
export { openResponseStore } from './stored/open.repository.js';
export { openResponseQuota } from './stored/response-quota.repository.js';
export { ResponseStore } from './stored/response-store.js';
export { StoredResponseEntity } from './stored/stored-response.entity.js';
export { type StoredResponse } from './stored/stored-response.js';
export { RESPONSES_TABLES } from './table-retention.js';
/** Where jobs say that a response may be due. */
export const BACKGROUND_RESPONSES_QUEUE = 'background-responses';
