const PREFIX = 'modelgate-user:';
const SIGNED_OUT = 'modelgate-signed-out';

/** Data that this tab stores for its user until the tab is closed or the user signs out. */
export const userStorage = {
  read: (name: string): string | undefined => sessionStorage.getItem(PREFIX + name) ?? undefined,
  /** Returns false if the storage quota is exceeded. */
  store: (name: string, text: string): boolean => {
    try {
      sessionStorage.setItem(PREFIX + name, text);
      return true;
    } catch {
      return false;
    }
  },
  remove: (name: string): void => sessionStorage.removeItem(PREFIX + name),
  removeAll: (): void => {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
    dispatchEvent(new Event(SIGNED_OUT));
  },
  /** For modules that also keep the data in memory. */
  onRemoved: (listener: () => void): void => addEventListener(SIGNED_OUT, listener),
} as const;
