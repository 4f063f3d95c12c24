import { findWebFolder } from './console/web/web-folder.js';

/** Defined next to the main file, because `import.meta.url` of a bundled program is the folder of its main file. */
export const CONSOLE_ASSETS = new URL('./console/assets/', import.meta.url);
export const WEB_FOLDER = findWebFolder(import.meta.url);
