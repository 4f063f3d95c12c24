/** Where this console is served, whatever lies before it on the way. */
const consoleUrl = new URL('.', document.baseURI);
const gatewayUrl = new URL('..', consoleUrl);

/** The path that all addresses of the console begin with, as the router wants it. */
export const consolePath = consoleUrl.pathname.replace(/\/$/, '');

/** The gateway's own address, as people give it to their SDKs, without a slash at its end. */
export const gatewayAddress = gatewayUrl.href.replace(/\/$/, '');

/** `path` as the gateway has it, such as `/v1/models`. */
export function toAddress(path: string): string {
  return new URL(path.replace(/^\//, ''), gatewayUrl).href;
}
