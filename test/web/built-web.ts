/** The build output of the web console. */
export const builtWeb = new URL('../../dist/web/', import.meta.url);
export const builtAssets = new URL('assets/', builtWeb);
