import { type ComponentType } from 'react';
import { type SearchItem } from './find-matching.js';

/** A search result: a page to open or an action to run. */
export interface QuickEntry extends SearchItem {
  /** For example "Page", "Token" or "Action". */
  kind: string;
  /** Distinguishes entries with the same label. */
  detail?: string;
  icon: ComponentType<{ size?: number }>;
  run: () => void;
}
