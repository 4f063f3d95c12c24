/** The address of this console, behind any proxy. */
const consoleUrl = new URL('.', document.baseURI);
const gatewayUrl = new URL('..', consoleUrl);

/** The path that all addresses of the console begin with, for the router. */
export const consolePath = consoleUrl.pathname.replace(/\/$/, '');

/** The gateway's address, as SDKs are configured with it, without a slash at its end. */
export const gatewayAddress = gatewayUrl.href.replace(/\/$/, '');

/** The address of a path of the gateway, such as `/v1/models`. */
export function toAddress(path: string): string {
  return new URL(path.replace(/^\//, ''), gatewayUrl).href;
}
