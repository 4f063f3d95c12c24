/** Whether the console shows times in UTC or in the time zone of the computer. */
export type TimeZoneChoice = 'local' | 'utc';

export interface TimeZone {
  choice: TimeZoneChoice;
  /** The IANA name, such as `Europe/Berlin`. */
  name: string;
}

const KEY = 'modelgate-time-zone';
const listeners = new Set<() => void>();
let current: TimeZone | undefined;

export function buildTimeZone(choice: TimeZoneChoice): TimeZone {
  const local = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { choice, name: choice === 'utc' ? 'UTC' : local };
}

export function getTimeZone(): TimeZone {
  current ??= buildTimeZone(readChoice());
  return current;
}

/** Stored in this browser; applies to all pages. */
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

/** Also called when another tab has changed the choice. */
function update(): void {
  const choice = readChoice();
  if (choice === current?.choice) return;
  current = buildTimeZone(choice);
  for (const listener of listeners) listener();
}

function readChoice(): TimeZoneChoice {
  const stored = typeof document === 'undefined' ? null : localStorage.getItem(KEY);
  return stored === 'utc' ? 'utc' : 'local';
}
