const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

/** An amount of money for people: down to a millionth, which is what is counted in. */
export function showUsd(amount: number): string {
  return dollars.format(amount);
}

/** A moment of the admin API for people: in UTC, to the minute. */
export function showTime(moment: string | null): string | undefined {
  return moment === null ? undefined : `${moment.slice(0, 10)} ${moment.slice(11, 16)}Z`;
}

/** A number and what it counts: `1 model`, `2 models`. */
export function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}
