export { type Deadlines, sendWithDeadlines } from './deadlines.js';
export { HttpTransport } from './http-transport.js';
export { readWholeBody } from './read-body.js';
export { type OutboundRequest, type Transport, type UpstreamResponse } from './transport.js';
