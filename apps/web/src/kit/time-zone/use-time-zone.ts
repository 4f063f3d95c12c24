import { useSyncExternalStore } from 'react';
import { type TimeZone, getTimeZone, watchTimeZone } from './time-zone.js';

/** The time zone that the reader has chosen. Every component that shows a time calls it, to follow a change. */
export function useTimeZone(): TimeZone {
  return useSyncExternalStore(watchTimeZone, getTimeZone);
}
