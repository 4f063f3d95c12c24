/**
 * Calls once the browser has laid out the element, with its position. Reading a position before that makes the browser lay out
 * the page at once, while it is busy with the script. Returns how to cancel it.
 */
export function afterLayout(element: Element, call: (entry: IntersectionObserverEntry) => void): () => void {
  const observer = new IntersectionObserver(([entry]) => {
    observer.disconnect();
    if (entry !== undefined) call(entry);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
