let count = 0;

/** Tells things of this page apart, for as long as it is open. Browsers give random ones only over HTTPS. */
export function freshId(): string {
  count += 1;
  return String(count);
}
