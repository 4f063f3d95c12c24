/**
 * Calls `callback` with the position of the element as soon as the browser has laid it out. Reading a position earlier would
 * force a synchronous layout. Returns a function that cancels the callback.
 */
export function afterLayout(
  element: Element,
  callback: (entry: IntersectionObserverEntry) => void,
): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (entry !== undefined) callback(entry);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
