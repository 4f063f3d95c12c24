import { type Location } from 'react-router';
import { useLeaveWarning } from './use-leave-warning.js';

/**
 * Asks for confirmation before the user leaves a form with unsaved changes. It does not ask while the form is being submitted,
 * so that the page can navigate after a successful request.
 */
export function useUnsavedWarning(
  form: { isDirty: () => boolean },
  isSubmitting: boolean,
  /** Whether that page keeps the entered values. */
  canLeaveTo?: (next: Location) => boolean,
): void {
  useLeaveWarning({
    isActive: () => !isSubmitting && form.isDirty(),
    title: 'Leave without saving?',
    consequence: 'Your changes on this page are not saved and will be lost.',
    verb: 'Leave',
    ...(canLeaveTo === undefined ? {} : { canLeaveTo }),
  });
}
