export { openAiStyle } from './openai-compatible/index.js';
export { type ImageResponseFormat, makesVideos, type Provider, type Spoken } from './provider.js';
export { findProvider, listKnownProviders, listProviders, registerProvider } from './registry.js';
export { objectIn, present, textIn } from './video-fields.js';
export {
  type ListedVideo,
  type StartedVideo,
  type VideoCall,
  type VideoCapability,
  type VideoPlace,
  type VideoReport,
} from './video.js';
