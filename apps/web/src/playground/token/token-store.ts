import { memoryStore } from '../memory-store.js';

const KEY = 'modelgate-playground-token';

/** The token, where the person asked this tab to keep it. Session storage ends with the tab. */
export const rememberedToken = {
  read: (): string | undefined => sessionStorage.getItem(KEY) ?? undefined,
  keep: (token: string): void => sessionStorage.setItem(KEY, token),
  forget: (): void => sessionStorage.removeItem(KEY),
};

// Earlier versions kept it in local storage, which outlives the browser.
localStorage.removeItem(KEY);

export const tokenStore = memoryStore<string | undefined>(rememberedToken.read());
