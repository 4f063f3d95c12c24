import { type Location } from 'react-router';
import { useLeaveWarning } from './use-leave-warning.js';

/**
 * Asks before a form with unsaved changes is left. It does not ask while the form is being submitted, so that the page
 * can go on to the next one.
 */
export function useUnsavedWarning(
  form: { isDirty: () => boolean },
  isSubmitting: boolean,
  /** Whether what is typed is still there at that place. */
  mayLeaveTo?: (next: Location) => boolean,
): void {
  useLeaveWarning({
    isHeld: () => !isSubmitting && form.isDirty(),
    title: 'Leave without saving?',
    consequence: 'Your changes on this page are not saved and will be lost.',
    verb: 'Leave',
    ...(mayLeaveTo === undefined ? {} : { mayLeaveTo }),
  });
}
