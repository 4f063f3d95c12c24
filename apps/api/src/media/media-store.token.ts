export const MEDIA_STORE = Symbol('mediaStore');
