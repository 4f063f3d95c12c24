export { type AccountPlace } from './account-place.js';
export { type AdvisedFault } from './advice.js';
export { AUTH_MEMBERS } from './auth-members.js';
export { openAiStyle } from './openai-compatible/index.js';
export {
  getMaxEmbeddingInputs,
  type ImageResponseFormat,
  makesVideos,
  type PermittedKey,
  type Provider,
  type Spoken,
} from './provider.js';
export {
  POPULAR_IDS,
  findProvider,
  listKnownProviders,
  listProviders,
  registerProvider,
} from './registry.js';
export { imageAddress, objectIn, present, textIn, unsupported } from './video-fields.js';
export {
  type ListedVideo,
  type StartedVideo,
  type VideoCall,
  type VideoCapability,
  type VideoPlace,
  type VideoRefusal,
  type VideoReport,
} from './video.js';
