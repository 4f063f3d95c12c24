interface NativeEnvironment {
  loadNatively: { global: typeof globalThis };
}

/** The global object of the gateway and of client libraries, which is not the one of a suite (`native-environment.mjs`). */
export const nodeGlobal = (globalThis as unknown as NativeEnvironment).loadNatively.global;
