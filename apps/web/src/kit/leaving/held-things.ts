import { type Location } from 'react-router';

/** Something on the screen that is lost where somebody leaves. */
export interface HeldThing {
  /** Whether there is anything to lose now. */
  isHeld: () => boolean;
  title: string;
  consequence: string;
  /** What leaving is called on the button. */
  verb: string;
  /** Where it is not lost. */
  mayLeaveTo?: (next: Location) => boolean;
}

const held = new Set<HeldThing>();

/** From now on leaving is asked about, until the function that this gives is called. */
export function hold(thing: HeldThing): () => void {
  held.add(thing);
  return () => {
    held.delete(thing);
  };
}

/** What would be lost by leaving, if anything; by going to that place, where one is given. */
export function findHeld(next?: Location): HeldThing | undefined {
  return [...held].find(
    ({ isHeld, mayLeaveTo }) => isHeld() && !(next !== undefined && mayLeaveTo?.(next) === true),
  );
}
