/** The address in the examples of `docs/`: a local gateway with default settings. */
export const EXAMPLE_ADDRESS = '127.0.0.1:3000';

/** Replaces the address in examples with the address of this gateway, for HTTP and for WebSockets. */
export function replaceExampleAddress(text: string, address: string): string {
  return text
    .replaceAll(`http://${EXAMPLE_ADDRESS}`, address)
    .replaceAll(`ws://${EXAMPLE_ADDRESS}`, address.replace(/^http/, 'ws'));
}
