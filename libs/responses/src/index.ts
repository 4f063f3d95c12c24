export { EventStreams } from './background/event-streams.js';
export { RESPONSE_WORKER_OPTIONS, type ResponseWorkerOptions } from './background/response-worker.js';
export { ResponsesModule } from './responses.module.js';
export { type AcceptedResponse, type ResponseCall, ResponsesService } from './responses.service.js';
export { StoredResponsesService } from './stored-responses.service.js';
export { ResponseSpool } from './stored/response-spool.js';
export { ResponseStore } from './stored/response-store.js';
export { StoredItemRepository } from './stored/stored-items.repository.js';
export { StoredResponseRepository } from './stored/stored-response.repository.js';
