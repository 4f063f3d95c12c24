export { EventStreams } from './background/event-streams.js';
export { RESPONSE_WORKER_OPTIONS, type ResponseWorkerOptions } from './background/response-worker.js';
export { ResponsesModule } from './responses.module.js';
export { type AcceptedResponse, type ResponseCall, ResponsesService } from './responses.service.js';
export { StoredResponseEntity } from './stored/stored-response.entity.js';
export { StoredResponseRepository } from './stored/stored-response.repository.js';
