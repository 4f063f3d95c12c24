/** 2025-08-07, 20251001, 08-2024, 0613, 001, latest */
const DATE = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{2}-\d{4}|\d{4}|\d{3}|latest)$/;

/** The name of a model without the date or the number of its release. */
export function undated(model: string): string {
  return model.replace(DATE, '');
}
