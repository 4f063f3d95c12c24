import { type SortColumns, sortsOf } from '../lists/keyset-page.repository.js';

export const USER_SORT_COLUMNS: SortColumns = {
  email: { column: 'account.email', type: 'text' },
  created_at: { column: 'account.created_at', type: 'timestamptz' },
  // Whoever never was here was here before anybody else: a page could not go on after nothing.
  last_sign_in_at: { column: `COALESCE(account.last_sign_in_at, 'epoch')`, type: 'timestamptz' },
};

export const USER_SORTS = sortsOf(USER_SORT_COLUMNS);
