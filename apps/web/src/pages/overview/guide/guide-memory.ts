const KEY = 'modelgate-guide';
const DONE_KEY = 'modelgate-guide-done';

/** The state of the guide in local storage. The final message is shown only to users who have seen unfinished steps. */
export const guideMemory = {
  /** Stored with the role, because administrators and members have different steps. */
  isDone: (isMember: boolean): boolean => localStorage.getItem(DONE_KEY) === toRole(isMember),
  finish: (isMember: boolean): void => localStorage.setItem(DONE_KEY, toRole(isMember)),
  hasBegun: (): boolean => localStorage.getItem(KEY) === 'begun',
  begin: (): void => localStorage.setItem(KEY, 'begun'),
  dismiss: (): void => localStorage.removeItem(KEY),
};

function toRole(isMember: boolean): string {
  return isMember ? 'member' : 'admin';
}
