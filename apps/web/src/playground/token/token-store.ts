import { memoryStore } from '../memory-store.js';

const KEY = 'modelgate-playground-token';

/** The token, where the person asked this browser to keep it. */
export const rememberedToken = {
  read: (): string | undefined => localStorage.getItem(KEY) ?? undefined,
  keep: (token: string): void => localStorage.setItem(KEY, token),
  forget: (): void => localStorage.removeItem(KEY),
};

export const tokenStore = memoryStore<string | undefined>(rememberedToken.read());
