export { type BackgroundRequest } from './background-response.js';
export { BackgroundResponses } from './background-responses.js';
export { type EventPage } from './events.repository.js';
export { openBackgroundResponses, openResponseWorker } from './open.repository.js';
export { BACKGROUND_RESPONSES_TABLES } from './table-retention.js';
export { ResponseWorker } from './work/response-worker.js';
export { type WorkSettings as ResponseWorkSettings } from './work/work-parts.js';
/** Where jobs say that a response may be due. */
export const BACKGROUND_RESPONSES_QUEUE = 'background-responses';
