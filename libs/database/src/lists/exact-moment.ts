const MOMENT = /^(?<day>\d{4}-\d\d-\d\d) (?<time>\d\d:\d\d:\d\d(\.\d{1,6})?)\+00$/;

/** Whether a text is a moment as the database writes it, and one that there is: it refuses to read any other. */
export function isExactMoment(text: string): boolean {
  const { day, time } = MOMENT.exec(text)?.groups ?? {};
  if (day === undefined || time === undefined || day.startsWith('0000')) return false;
  const moment = new Date(`${day}T${time}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${day}T${time.slice(0, 8)}`);
}
