const KEY = 'modelgate-guide';
const DONE_KEY = 'modelgate-guide-done';

/** Kept by the browser. A reader who never saw the guide unfinished does not see that it is finished. */
export const guideMemory = {
  /** Admins and members have different steps. */
  isDone: (isMember: boolean): boolean => localStorage.getItem(DONE_KEY) === toRole(isMember),
  finish: (isMember: boolean): void => localStorage.setItem(DONE_KEY, toRole(isMember)),
  hasBegun: (): boolean => localStorage.getItem(KEY) === 'begun',
  begin: (): void => localStorage.setItem(KEY, 'begun'),
  dismiss: (): void => localStorage.removeItem(KEY),
};

function toRole(isMember: boolean): string {
  return isMember ? 'member' : 'admin';
}
