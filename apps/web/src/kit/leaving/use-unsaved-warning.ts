import { useLeaveWarning } from './use-leave-warning.js';

/**
 * For every form: whoever leaves with something typed and not saved is asked first. While it is being sent nobody is,
 * so that a page may go on to the next one when it was saved.
 */
export function useUnsavedWarning(form: { isDirty: () => boolean }, isSubmitting: boolean): void {
  useLeaveWarning({
    isHeld: () => !isSubmitting && form.isDirty(),
    title: 'Leave without saving?',
    consequence: 'What you changed here is not saved, and would be lost.',
    verb: 'Leave',
  });
}
