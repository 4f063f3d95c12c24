import { type Location } from 'react-router';

/** Content of the page that would be lost if the user leaves, such as unsaved changes. */
export interface LeaveWarning {
  /** Whether anything would be lost now. */
  isActive: () => boolean;
  /** The texts of the confirmation dialog. */
  title: string;
  consequence: string;
  /** The label of the button that leaves. */
  verb: string;
  /** Returns true for pages that keep the content. */
  canLeaveTo?: (next: Location) => boolean;
}

const warnings = new Set<LeaveWarning>();

/** Registers a warning and returns a function that removes it. */
export function addLeaveWarning(warning: LeaveWarning): () => void {
  warnings.add(warning);
  return () => {
    warnings.delete(warning);
  };
}

/** The first warning that applies to leaving the page, or to a navigation to `next`. */
export function findLeaveWarning(next?: Location): LeaveWarning | undefined {
  return [...warnings].find(
    ({ isActive, canLeaveTo }) => isActive() && !(next !== undefined && canLeaveTo?.(next) === true),
  );
}
