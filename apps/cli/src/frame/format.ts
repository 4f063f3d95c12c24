const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** An amount with up to six decimal places, because amounts are stored in micro-USD. */
export function showUsd(amount: number): string {
  return dollars.format(amount);
}

/** A time of the admin API in UTC, without seconds. */
export function showTime(moment: string | null): string | undefined {
  return moment === null ? undefined : `${moment.slice(0, 10)} ${moment.slice(11, 16)}Z`;
}

/** A number with its noun: `1 model`, `2 models`. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
