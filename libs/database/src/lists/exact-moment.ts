const MOMENT = /^(?<day>\d{4}-\d\d-\d\d) (?<time>\d\d:\d\d:\d\d(\.\d{1,6})?)\+00$/;

/** Whether a text is an existing time in the format of the database. The database would reject any other text. */
export function isExactMoment(text: string): boolean {
  const { day, time } = MOMENT.exec(text)?.groups ?? {};
  if (day === undefined || time === undefined || day.startsWith('0000')) return false;
  const moment = new Date(`${day}T${time}Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(`${day}T${time.slice(0, 8)}`);
}
