import { type KeyboardEvent } from 'react';

/** Not while an input method still composes a word. */
export function sendsByEnter(send: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
}
