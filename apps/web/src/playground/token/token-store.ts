import { memoryStore } from '../memory-store.js';

const KEY = 'modelgate-playground-token';

/** The token in session storage, which lasts until the tab is closed. Used only if the user asks for it. */
export const rememberedToken = {
  read: (): string | undefined => sessionStorage.getItem(KEY) ?? undefined,
  store: (token: string): void => sessionStorage.setItem(KEY, token),
  forget: (): void => sessionStorage.removeItem(KEY),
};

// Earlier versions stored the token in local storage, which is kept when the browser is closed.
localStorage.removeItem(KEY);

export const tokenStore = memoryStore<string | undefined>(rememberedToken.read());
