export { type ChatCapability, type Provider } from './provider.js';
export { findProvider } from './registry.js';
export { SANDBOX_CHANNEL } from './sandbox/channel.js';
