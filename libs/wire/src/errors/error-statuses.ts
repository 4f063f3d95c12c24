import { type ErrorKind } from '#canonical';
import { CONDITIONS } from './conditions.js';

/** The status that each kind of error is answered with, where nobody says another. */
export const ERROR_STATUSES = Object.fromEntries(
  Object.entries(CONDITIONS).map(([kind, { status }]) => [kind, status]),
) as Readonly<Record<ErrorKind, number>>;
