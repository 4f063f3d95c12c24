import { type KeyboardEvent } from 'react';

/** Enter sends, Shift+Enter does not. Enter that confirms the composition of an input method does not send either. */
export function sendOnEnter(send: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
}
