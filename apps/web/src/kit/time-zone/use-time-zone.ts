import { useSyncExternalStore } from 'react';
import { type TimeZone, getTimeZone, watchTimeZone } from './time-zone.js';

/** The time zone that the user has chosen. Components that show times must call this hook to be updated on a change. */
export function useTimeZone(): TimeZone {
  return useSyncExternalStore(watchTimeZone, getTimeZone);
}
