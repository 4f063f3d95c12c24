export { FolderMediaStore } from './folder-media-store.js';
export { type ImageSize, imageSizeOf } from './image-size.js';
export { type MediaName, parseMediaName } from './media-name.js';
export { type MediaStore, type SavedMedia, type StoredMedia } from './media-store.js';
export { type MediaExtension, extensionFor, mediaTypeOf } from './media-types.js';
export { openMediaStore } from './open-media-store.js';
export { MEDIA_TABLES } from './table-retention.js';
export { sniffMediaType } from './sniff-media-type.js';
export { videoFactsOf } from './video-facts.js';
