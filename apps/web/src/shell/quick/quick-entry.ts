import { type ComponentType } from 'react';
import { type Findable } from './matching.js';

/** A result: a page to open or an action to run. */
export interface QuickEntry extends Findable {
  /** Such as Page, Token or Action. */
  kind: string;
  /** Distinguishes it from others of the same name. */
  detail?: string;
  icon: ComponentType<{ size?: number }>;
  run: () => void;
}
