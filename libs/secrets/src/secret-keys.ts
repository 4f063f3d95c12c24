/** The keys of the gateway, the current one first: what was made with a former one is still read. */
export interface SecretKeys {
  all(): readonly Uint8Array[];
}

export function fixedKeys(...keys: readonly Uint8Array[]): SecretKeys {
  return { all: () => keys };
}
