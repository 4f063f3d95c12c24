interface NativeEnvironment {
  loadNatively: { global: typeof globalThis; import: (path: string) => Promise<unknown> };
}

const { loadNatively } = globalThis as unknown as NativeEnvironment;

/** The global object of the gateway and of client libraries, which is not the one of a suite (`native-environment.mjs`). */
export const nodeGlobal = loadNatively.global;

/** Imports a module outside of the context of a suite, as Node does: what it imports in turn may lie anywhere. */
export async function importNatively<Module>(path: string): Promise<Module> {
  return (await loadNatively.import(path)) as Module;
}
