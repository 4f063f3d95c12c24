/** The previous value and the change, such as "$1.20 (+25%)". */
export function compareShort(value: number, before: number, format: (value: number) => string): string {
  if (before === 0) return format(0);
  const percent = Math.round((value / before - 1) * 100);
  return `${format(before)} (${percent < 0 ? '−' : '+'}${Math.abs(percent).toLocaleString('en')}%)`;
}
