/** A moment of the admin API for people: in UTC, to the minute. */
export function showTime(moment: string | null): string | undefined {
  return moment === null ? undefined : `${moment.slice(0, 10)} ${moment.slice(11, 16)}Z`;
}
