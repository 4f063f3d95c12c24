/** The seconds that a `retry-after` header asks for, given as a number or a date; or a duration such as `3.5s`. */
export function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const duration = /^(\d+(?:\.\d+)?)s?$/.exec(value.trim())?.[1];
  const seconds = duration === undefined ? (Date.parse(value) - Date.now()) / 1000 : Number(duration);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
