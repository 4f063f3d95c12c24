import { type Location } from 'react-router';

/** Content of the page that would be lost if the user leaves, such as unsaved changes. */
export interface HeldThing {
  /** Whether anything would be lost now. */
  isHeld: () => boolean;
  /** The texts of the confirmation dialog. */
  title: string;
  consequence: string;
  /** The label of the button that leaves. */
  verb: string;
  /** Returns true for pages that keep the content. */
  mayLeaveTo?: (next: Location) => boolean;
}

const held = new Set<HeldThing>();

/** Registers a warning and returns a function that removes it. */
export function hold(warning: HeldThing): () => void {
  held.add(warning);
  return () => {
    held.delete(warning);
  };
}

/** The first warning that applies to leaving the page, or to a navigation to `next`. */
export function findHeld(next?: Location): HeldThing | undefined {
  return [...held].find(
    ({ isHeld, mayLeaveTo }) => isHeld() && !(next !== undefined && mayLeaveTo?.(next) === true),
  );
}
