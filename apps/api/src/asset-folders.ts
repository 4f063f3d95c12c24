import { webFolderFrom } from './console/web/web-folder.js';

/** Named here, beside the program's main file: that is where a bundled program finds itself. */
export const CONSOLE_ASSETS = new URL('./console/assets/', import.meta.url);
export const WEB_FOLDER = webFolderFrom(import.meta.url);
