const KEY = 'modelgate-guide';

/** Whoever never saw the guide unfinished has no need to be told that it is finished. */
export const guideMemory = {
  hasBegun: (): boolean => localStorage.getItem(KEY) === 'begun',
  begin: (): void => localStorage.setItem(KEY, 'begun'),
  dismiss: (): void => localStorage.removeItem(KEY),
};
