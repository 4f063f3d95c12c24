/** The keys of the gateway, the current one first. Former keys still decrypt. */
export interface SecretKeys {
  all(): readonly Uint8Array[];
}

export function fixedKeys(...keys: readonly Uint8Array[]): SecretKeys {
  return { all: () => keys };
}
