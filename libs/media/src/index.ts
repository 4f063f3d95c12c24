export { FolderMediaStore } from './folder-media-store.js';
export { type ImageSize, getImageSize } from './image-size.js';
export { type MediaName, parseMediaName } from './media-name.js';
export { MediaStore, type SavedMedia, type StoredMedia } from './media-store.js';
export { type MediaExtension, extensionFor, getMediaType } from './media-types.js';
export { createMediaStore } from './create-media-store.js';
export { sniffMediaType } from './sniff-media-type.js';
export { getVideoFacts } from './video-facts.js';
export { MediaModule } from './media.module.js';
