export { type ImageResponseFormat, type Provider, type UpstreamCall } from './provider.js';
export { makesVideos } from './makes-videos.js';
export { findProvider } from './registry.js';
export { SANDBOX_CHANNEL } from './sandbox/channel.js';
export {
  type ListedVideo,
  type StartedVideo,
  type VideoCall,
  type VideoCapability,
  type VideoFailureKind,
  type VideoOrder,
  type VideoPlace,
  type VideoReport,
} from './video.js';
