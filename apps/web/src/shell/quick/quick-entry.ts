import { type ComponentType } from 'react';
import { type Findable } from './matching.js';

/** A line of the list: where it leads to, or what it does. */
export interface QuickEntry extends Findable {
  /** What it is, in a word. */
  kind: string;
  /** What tells it from others of its kind. */
  detail?: string;
  icon: ComponentType<{ size?: number }>;
  run: () => void;
}
