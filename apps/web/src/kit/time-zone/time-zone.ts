/** Whose days and hours the console shows: those of UTC, or of the reader's computer. */
export type TimeZoneChoice = 'local' | 'utc';

export interface TimeZone {
  choice: TimeZoneChoice;
  /** The name that the gateway and `Intl` know it by, such as `Europe/Berlin`. */
  name: string;
}

const KEY = 'modelgate-time-zone';
const listeners = new Set<() => void>();
let present: TimeZone | undefined;

export function buildTimeZone(choice: TimeZoneChoice): TimeZone {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { choice, name: choice === 'utc' ? 'UTC' : own };
}

export function getTimeZone(): TimeZone {
  present ??= buildTimeZone(readChoice());
  return present;
}

/** Remembered by this browser, for every page. */
export function chooseTimeZone(choice: TimeZoneChoice): void {
  localStorage.setItem(KEY, choice);
  update();
}

export function watchTimeZone(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', update);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', update);
  };
}

/** Also called where another tab has changed the choice. */
function update(): void {
  const choice = readChoice();
  if (choice === present?.choice) return;
  present = buildTimeZone(choice);
  for (const listener of listeners) listener();
}

function readChoice(): TimeZoneChoice {
  const stored = typeof document === 'undefined' ? null : localStorage.getItem(KEY);
  return stored === 'utc' ? 'utc' : 'local';
}
