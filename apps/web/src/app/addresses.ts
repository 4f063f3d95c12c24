/** The URL of this console, including the path prefix of a proxy. */
const consoleUrl = new URL('.', document.baseURI);
const gatewayUrl = new URL('..', consoleUrl);

/** The path prefix of the console, for the router. */
export const consolePath = consoleUrl.pathname.replace(/\/$/, '');

/** The URL of the gateway without a trailing slash, as SDKs need it. */
export const gatewayAddress = gatewayUrl.href.replace(/\/$/, '');

/** The URL of a path of the gateway, such as `/v1/models`. */
export function toAddress(path: string): string {
  return new URL(path.replace(/^\//, ''), gatewayUrl).href;
}
