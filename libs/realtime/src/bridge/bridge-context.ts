import { type SessionCall } from '../session.js';
import { type BridgeParts } from './bridge-parts.js';
import { type InnerRequests } from './inner-requests.js';

/** What all requests of a session are made with. */
export interface BridgeContext {
  call: SessionCall;
  parts: BridgeParts;
  requests: InnerRequests;
}
