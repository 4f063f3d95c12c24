export { AttemptControls } from './attempts/attempt-controls.js';
export { Billing } from './billing/billing.js';
export { estimateTokens } from './billing/request-size.js';
export { CachedAnswerLimits } from './cache/cached-answer-limits.repository.js';
export { CachedAnswerRepository } from './cache/cached-answer.repository.js';
export { ResponseCache } from './cache/response-cache.js';
export { type ClientSide, type ClientStream } from './client-side.js';
export { type OfferedModel, findOfferedModel, findServedModel, listOfferedModels } from './offered-models.js';
export { type OperationId } from './operations/operations.js';
export { flaggedHeader } from './policies/flagged-header.js';
export { Policies } from './policies/policies.js';
export { PolicyDesk } from './policies/policy-desk.js';
export { type StoredFile } from './realtime/bridge/bridge-parts.js';
export { type PreparedSession, RealtimeRelay } from './realtime/realtime-relay.js';
export {
  type EndedRequest,
  type RunningSession,
  type SessionCall,
  type SessionDesk,
  type SessionEnd,
} from './realtime/session.js';
export { Relay } from './relay.js';
export { RelayModule } from './relay.module.js';
export { RELAY_OPTIONS, type RelayOptions } from './relay-options.js';
export { type RelayRecord } from './relay-record.js';
export { Router } from './router.js';
export { spokenFormats } from './spoken-formats.js';
export { RELAY_TABLES } from './table-retention.js';
export { OUR_HEADERS, channelHeaders } from './upstream-call.js';
