export { type Capability } from './capability.js';
export { type ErrorDetails, type ErrorKind, GatewayError } from './gateway-error.js';
export { type Usage } from './usage.js';
